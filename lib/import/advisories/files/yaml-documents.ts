/** The documents of a YAML file, one at a time, each by its own text. */
import { MAX_YAML_BYTES } from './limits.ts';

export interface YamlDocument {
  text: string;
  line: number;
  /** Why it is rejected without being read. */
  problem?: string;
}

/** Only between documents, even within texts (YAML 1.2.2, 9.1.4). */
const MARKER = /^---(?:\s|$)/;
/** Directives and comments may stand before the marker. */
const BEFORE_CONTENT = /^(?:\s*(?:#.*)?|%.*)$/;

export async function* yamlDocuments(texts: AsyncIterable<string>): AsyncGenerator<YamlDocument> {
  let document = new OneDocument(1);
  let number = 0;
  for await (const line of linesOf(texts)) {
    number += 1;
    if (MARKER.test(line) && document.hasContent) {
      yield document.finished();
      document = new OneDocument(number);
    }
    document.add(line);
  }
  yield document.finished();
}

/** Each with its line break. A line that is too long for a document comes in pieces. */
async function* linesOf(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let pieces: string[] = [];
  let length = 0;
  for await (const text of texts) {
    let from = 0;
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', from)) {
      yield pieces.join('') + text.slice(from, end + 1);
      pieces = [];
      length = 0;
      from = end + 1;
    }
    pieces.push(text.slice(from));
    length += text.length - from;
    if (length > MAX_YAML_BYTES) {
      yield pieces.join('');
      pieces = [];
      length = 0;
    }
  }
  if (length > 0) yield pieces.join('');
}

class OneDocument {
  readonly #line: number;
  #lines: string[] = [];
  #bytes = 0;
  hasContent = false;

  constructor(line: number) {
    this.#line = line;
  }

  add(line: string): void {
    this.hasContent ||= MARKER.test(line) || !BEFORE_CONTENT.test(line.trimEnd());
    this.#bytes += Buffer.byteLength(line);
    if (this.#bytes <= MAX_YAML_BYTES) this.#lines.push(line);
    else this.#lines = [];
  }

  finished(): YamlDocument {
    const document = { text: this.#lines.join(''), line: this.#line };
    if (this.#bytes > MAX_YAML_BYTES) {
      return { ...document, problem: `is longer than ${MAX_YAML_BYTES} bytes` };
    }
    return document;
  }
}
