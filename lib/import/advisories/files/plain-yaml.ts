/**
 * Reads YAML as programs write it: mappings and lists in blocks, and texts of one line. A document
 * with anything else in it is left to a parser of all YAML, which takes ten times as long. Both
 * read the same value from a document that this one reads.
 */
import type { JsonObject, JsonValue } from '#lib/aip/json.ts';
import { MAX_YAML_VALUES } from './limits.ts';

export interface PlainYaml {
  /** All values are texts; that of a key without one is empty. */
  content: JsonObject;
  /** The line on which each item of the list begins that a key of the document has. */
  itemLines(key: string): readonly number[];
}

/** Null for a document that has anything else in it, or too many values. */
export function plainYaml(text: string): PlainYaml | null {
  const reader = new Reader();
  let number = 0;
  for (let from = 0; from < text.length;) {
    const end = text.indexOf('\n', from);
    const line = text.slice(from, end === -1 ? undefined : end);
    number += 1;
    const isMarker = number === 1 && line === '---';
    if (!isMarker && !NOTHING.test(line) && !reader.read(line, number)) return null;
    if (end === -1) break;
    from = end + 1;
  }
  return reader.finished();
}

/** An empty line, or a comment. */
const NOTHING = /^(?: *#[ -~]*)?$/;
const INDENT = /^ */;
const ITEM = '- ';
/** A colon ends a key only before a space or the end of the line. */
const ENTRY = /^([a-zA-Z][\w-]{0,127}):(?: (.+))?$/;
/** A text that starts with a character without a meaning of its own in YAML. */
const BARE = /^[\w/.+~(][ -~]*$/;
/** In a bare text, these would begin a comment, begin a value, or end it. */
const MEANT = / #|: |[: ]$/;
const QUOTED = /^(?:"([ !#-[\]-~]*)"|'([ -&(-~]*)')$/;

/** Null if it is not surely a text of one line. */
function textOf(written: string): string | null {
  if (BARE.test(written)) return MEANT.test(written) ? null : written;
  const quoted = QUOTED.exec(written);
  return quoted && (quoted[1] ?? quoted[2] ?? '');
}

interface Mapping {
  kind: 'mapping';
  indent: number;
  entries: JsonObject;
}

interface List {
  kind: 'list';
  indent: number;
  items: JsonValue[];
  lines: number[];
}

type Block = Mapping | List;

/** Far more than advisories need. The other parser says so where it is too deep. */
const MAX_DEPTH = 32;

class Reader {
  readonly #root: Mapping = { kind: 'mapping', indent: 0, entries: {} };
  /** The blocks that the line before is in, the outermost first. */
  readonly #open: Block[] = [this.#root];
  /** Those of the outermost keys. */
  readonly #lists = new Map<string, List>();
  /** The key of the line before, if it has no text: this line may begin its block. */
  #key: { of: Mapping; name: string } | null = null;
  #values = 0;

  /** False if the line is not plain, or does not fit in where it is indented. */
  read(line: string, number: number): boolean {
    const indent = INDENT.exec(line)?.[0].length ?? 0;
    const isItem = line.startsWith(ITEM, indent);
    this.#begin(indent, isItem ? 'list' : 'mapping');
    const block = this.#blockAt(indent, isItem ? 'list' : 'mapping');
    if (block === undefined) return false;
    const inner = isItem ? indent + ITEM.length : indent;
    const entry = ENTRY.exec(line.slice(inner));
    if (block.kind === 'mapping') return entry !== null && this.#enter(block, entry);
    block.lines.push(number);
    if (entry === null) return this.#add(block, line.slice(inner));
    const mapping: Mapping = { kind: 'mapping', indent: inner, entries: {} };
    block.items.push(mapping.entries);
    this.#open.push(mapping);
    return this.#enter(mapping, entry);
  }

  finished(): PlainYaml | null {
    if (this.#values === 0) return null;
    const linesOf = (key: string) => this.#lists.get(key)?.lines ?? [];
    return { content: this.#root.entries, itemLines: linesOf };
  }

  /** Begins the block of the key of the line before. A list need not be indented. */
  #begin(indent: number, kind: Block['kind']): void {
    const key = this.#key;
    this.#key = null;
    if (key === null || indent < key.of.indent) return;
    if (kind === 'list') {
      const list: List = { kind, indent, items: [], lines: [] };
      key.of.entries[key.name] = list.items;
      if (key.of === this.#root) this.#lists.set(key.name, list);
      this.#open.push(list);
    } else if (indent > key.of.indent) {
      const mapping: Mapping = { kind, indent, entries: {} };
      key.of.entries[key.name] = mapping.entries;
      this.#open.push(mapping);
    }
  }

  /** The block that a line belongs to. Those within it are over. */
  #blockAt(indent: number, kind: Block['kind']): Block | undefined {
    if (this.#open.length > MAX_DEPTH) return undefined;
    for (;;) {
      const block = this.#open.at(-1);
      if (block === undefined || block.indent < indent) return undefined;
      if (block.indent === indent && block.kind === kind) return block;
      this.#open.pop();
    }
  }

  #enter(block: Mapping, [, name = '', written]: RegExpExecArray): boolean {
    const text = written === undefined ? '' : textOf(written);
    if (text === null || Object.hasOwn(block.entries, name)) return false;
    block.entries[name] = text;
    this.#key = written === undefined ? { of: block, name } : null;
    this.#values += written === undefined ? 1 : 2;
    return this.#values <= MAX_YAML_VALUES;
  }

  #add({ items }: List, written: string): boolean {
    const text = textOf(written);
    if (text === null) return false;
    items.push(text);
    this.#values += 1;
    return this.#values <= MAX_YAML_VALUES;
  }
}
