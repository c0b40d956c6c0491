/**
 * The records of a JSON file, one at a time: of an array, of one value, or of
 * values one after another, as in JSON Lines. Holds one record and one chunk.
 */
import { SourceError } from './types.ts';

/** Longest record that is taken in, in characters; an OpenVEX document is one. */
export const MAX_RECORD_LENGTH = 32 * 1024 * 1024;

export interface JsonRecord {
  /** Not necessarily well-formed; null where it is too long. */
  text: string | null;
  /** The line that it begins on. */
  line: number;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const NEWLINE = 0x0a;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

const isSpace = (code: number) => code === 0x20 || code === NEWLINE || code === 0x0d || code === 9;

/** @throws SourceError where an array does not end, or is followed by something else. */
export async function* jsonRecords(texts: AsyncIterable<string>): AsyncGenerator<JsonRecord> {
  const splitter = new RecordSplitter();
  for await (const text of texts) yield* splitter.push(text);
  yield* splitter.end();
}

/** What the brackets and strings say; whether the rest is JSON is found out record by record. */
class RecordSplitter {
  #line = 1;
  /** Of the file as a whole. */
  #place: 'start' | 'values' | 'array' | 'after' = 'start';
  #depth = 0;
  #inString = false;
  #isEscaped = false;
  /** What there is of the record that is being read; null between records. */
  #pieces: string[] | null = null;
  #length = 0;
  #firstLine = 1;

  *push(text: string): Generator<JsonRecord> {
    let from = 0;
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code === NEWLINE) this.#line += 1;
      if (this.#pieces === null) {
        if (this.#begins(code)) from = at;
        else continue;
      }
      const end = this.#endsAt(code);
      if (end === 'no') continue;
      const upTo = end === 'after' ? at + 1 : at;
      this.#keep(text.slice(from, upTo));
      yield this.#take();
      // The comma or bracket that ended it is not a part of it.
      if (end === 'before') this.#begins(code);
    }
    if (this.#pieces !== null) this.#keep(text.slice(from));
  }

  *end(): Generator<JsonRecord> {
    if (this.#pieces !== null) yield this.#take();
    if (this.#place === 'array') throw new SourceError('the array does not end', this.#line);
  }

  /** True where the character is the first one of a record. */
  #begins(code: number): boolean {
    if (isSpace(code)) return false;
    if (this.#place === 'start') {
      this.#place = code === OPEN_BRACKET ? 'array' : 'values';
      if (code === OPEN_BRACKET) return false;
    } else if (this.#place === 'array') {
      if (code === COMMA) return false;
      if (code === CLOSE_BRACKET) {
        this.#place = 'after';
        return false;
      }
    } else if (this.#place === 'after') {
      throw new SourceError('nothing may follow the array', this.#line);
    }
    this.#pieces = [];
    this.#length = 0;
    this.#firstLine = this.#line;
    this.#depth = 0;
    this.#inString = false;
    this.#isEscaped = false;
    return true;
  }

  /** Whether the record ends before the character, after it, or not yet. */
  #endsAt(code: number): 'no' | 'before' | 'after' {
    if (this.#inString) {
      if (this.#isEscaped) this.#isEscaped = false;
      else if (code === BACKSLASH) this.#isEscaped = true;
      else if (code === QUOTE) this.#inString = false;
      return 'no';
    }
    if (code === QUOTE) this.#inString = true;
    else if (code === OPEN_BRACE || code === OPEN_BRACKET) this.#depth += 1;
    else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) {
      if (this.#depth === 0) return 'before';
      this.#depth -= 1;
      if (this.#depth === 0) return 'after';
    } else if (this.#depth === 0 && (code === COMMA || code === NEWLINE)) return 'before';
    return 'no';
  }

  #keep(text: string): void {
    this.#length += text.length;
    if (this.#length > MAX_RECORD_LENGTH) this.#pieces = [];
    else this.#pieces?.push(text);
  }

  #take(): JsonRecord {
    const isTooLong = this.#length > MAX_RECORD_LENGTH;
    const text = isTooLong ? null : (this.#pieces ?? []).join('');
    this.#pieces = null;
    return { text, line: this.#firstLine };
  }
}
