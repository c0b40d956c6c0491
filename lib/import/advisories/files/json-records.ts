/**
 * Reads the records of a JSON file one at a time: from an array, from one value, or from
 * consecutive values as in JSON Lines. The statements of an OpenVEX document come before it, one by
 * one, because a document may be as long as a file. Memory holds one record and one chunk.
 */
import { MAX_RECORD_BYTES, MAX_RECORD_VALUES } from './limits.ts';
import { SourceError } from '#lib/import/advisories/types.ts';

export interface JsonPiece {
  /** True for one of the `statements` of the record that comes next. */
  isStatement: boolean;
  /** Not necessarily well-formed; null if it is too long. A document's statements are left out. */
  text: string | null;
  /** Why there is no text. */
  problem?: string;
  line: number;
  /** The lines that were removed from the text: their number, and the line after which they stood. */
  gap: { after: number; lines: number };
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const NEWLINE = 0x0a;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

const STATEMENTS = 'statements';
/** Nesting of the members of a document's statements. */
const STATEMENT_DEPTH = 2;

const isSpace = (code: number) => code === 0x20 || code === NEWLINE || code === 0x0d || code === 9;

/** @throws SourceError if an array does not end, or something else follows it. */
export async function* jsonRecords(texts: AsyncIterable<string>): AsyncGenerator<JsonPiece> {
  const splitter = new RecordSplitter();
  for await (const text of texts) yield* splitter.push(text);
  yield* splitter.end();
}

class Piece {
  readonly isStatement: boolean;
  readonly line: number;
  gap = { after: 0, lines: 0 };
  values = 0;
  #texts: string[] = [];
  #bytes = 0;

  constructor(line: number, isStatement: boolean) {
    this.line = line;
    this.isStatement = isStatement;
  }

  add(text: string): void {
    this.#bytes += Buffer.byteLength(text);
    if (this.#problem() === undefined) this.#texts.push(text);
    else this.#texts = [];
  }

  finished(): JsonPiece {
    const { isStatement, line, gap } = this;
    const problem = this.#problem();
    if (problem !== undefined) return { isStatement, line, gap, text: null, problem };
    return { isStatement, line, gap, text: this.#texts.join('') };
  }

  #problem(): string | undefined {
    if (this.#bytes > MAX_RECORD_BYTES) return `is longer than ${MAX_RECORD_BYTES} bytes`;
    if (this.values > MAX_RECORD_VALUES) return `has more than ${MAX_RECORD_VALUES} values`;
    return undefined;
  }
}

/** Looks only at brackets and strings. Each record is parsed later. */
class RecordSplitter {
  #line = 1;
  #place: 'start' | 'values' | 'array' | 'after' = 'start';
  #depth = 0;
  #inString = false;
  #isEscaped = false;
  /** The beginning of the last string at the top of the record. */
  #word = '';
  /** The piece that is being read; null between pieces. */
  #piece: Piece | null = null;
  /** The document whose statements are being read, and the line they begin on. */
  #document: { piece: Piece; line: number } | null = null;

  *push(text: string): Generator<JsonPiece> {
    let from = 0;
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code === NEWLINE) this.#line += 1;
      if (this.#piece === null) {
        if (this.#begins(code)) from = at;
        else continue;
      }
      const end = this.#endsAt(code);
      if (end === 'no') continue;
      this.#piece?.add(text.slice(from, end === 'before' ? at : at + 1));
      if (end === 'opens') this.#open();
      else yield* this.#endPiece();
      // The comma or bracket that ended the piece does not belong to it.
      if (end === 'before' && this.#begins(code)) {
        from = at;
        this.#endsAt(code);
      }
    }
    this.#piece?.add(text.slice(from));
  }

  *end(): Generator<JsonPiece> {
    yield* this.#endPiece();
    if (this.#document !== null) this.#close();
    yield* this.#endPiece();
    if (this.#place === 'array') throw new SourceError('the array does not end', this.#line);
  }

  #begins(code: number): boolean {
    if (isSpace(code)) return false;
    if (this.#document !== null) {
      if (code === COMMA) return false;
      if (code === CLOSE_BRACKET) this.#close();
      else this.#piece = new Piece(this.#line, true);
      return true;
    }
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
    this.#piece = new Piece(this.#line, false);
    this.#depth = 0;
    this.#inString = false;
    this.#isEscaped = false;
    this.#word = '';
    return true;
  }

  /**
   * Decides whether the piece ends before or after the character, continues, or begins its
   * statements.
   */
  #endsAt(code: number): 'no' | 'before' | 'after' | 'opens' {
    if (this.#inString) {
      this.#readString(code);
      return 'no';
    }
    const top = this.#document === null ? 0 : STATEMENT_DEPTH;
    if (code === QUOTE) {
      this.#inString = true;
      this.#word = '';
    } else if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      const isValue = code === OPEN_BRACKET && this.#word === STATEMENTS;
      this.#countValue();
      this.#depth += 1;
      if (isValue && top === 0 && this.#depth === STATEMENT_DEPTH) return 'opens';
    } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) {
      if (this.#depth === top) return 'before';
      this.#depth -= 1;
      if (this.#depth === top) return 'after';
    } else if (code === COMMA || code === NEWLINE) {
      if (this.#depth === top) return 'before';
      if (code === COMMA) this.#countValue();
    }
    return 'no';
  }

  #readString(code: number): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (code === BACKSLASH) this.#isEscaped = true;
    else if (code === QUOTE) this.#inString = false;
    const isShort = this.#depth === 1 && this.#word.length <= STATEMENTS.length;
    if (isShort && this.#inString) this.#word += String.fromCharCode(code);
  }

  #countValue(): void {
    this.#word = '';
    if (this.#piece !== null) this.#piece.values += 1;
  }

  #open(): void {
    if (this.#piece !== null) this.#document = { piece: this.#piece, line: this.#line };
    this.#piece = null;
  }

  #close(): void {
    if (this.#document === null) return;
    const { piece, line } = this.#document;
    piece.gap = { after: line - piece.line, lines: this.#line - line };
    this.#piece = piece;
    this.#document = null;
  }

  *#endPiece(): Generator<JsonPiece> {
    if (this.#piece !== null) yield this.#piece.finished();
    this.#piece = null;
  }
}
