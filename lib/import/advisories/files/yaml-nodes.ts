/** Documents of any YAML, with the line of each node. */
import { invalidField } from '#lib/aip/errors.ts';
import { Composer, isMap, isScalar, isSeq, Lexer, LineCounter, Parser, visit } from 'yaml';
import type { Document, Node, Scalar, YAMLMap, YAMLParseError } from 'yaml';
import { MAX_YAML_VALUES } from './limits.ts';

export type Path = readonly (string | number)[];

export interface YamlProblem {
  line: number;
  problem: string;
}

export interface YamlContent {
  /** @throws ApiError if references expand to more text than the file contains. */
  content(): unknown;
  /**
   * The line of the value, or of its nearest container. A mapping's value has the line of its key.
   */
  lineOf(path: Path): number;
}

/** References (`*name`) in one YAML document. Each repeats its whole target. */
export const MAX_ALIASES = 100;

/** The documents of a YAML text, each with its content or its problem. Contents are made on demand. */
export function* yamlContents(text: string): Generator<YamlContent | YamlProblem> {
  const tokens = tokensOf(text);
  if (tokens === null) {
    yield { line: 1, problem: `has more than ${MAX_YAML_VALUES} values` };
    return;
  }
  const lineCounter = new LineCounter();
  for (const document of documentsOf(tokens, lineCounter)) {
    const problem = problemOf(document);
    if (problem === null) {
      yield {
        content: () => plain(document),
        lineOf: (path) => lineCounter.linePos(offsetOf(document, path)).line || 1,
      };
    } else {
      const { line } = lineCounter.linePos(problem.offset);
      yield { line, problem: `is not well-formed YAML: ${problem.words}` };
    }
  }
}

/** Null for too many values. Counted before parsing: each costs a thousand times its length. */
function tokensOf(text: string): string[] | null {
  const tokens: string[] = [];
  let count = 0;
  for (const token of new Lexer().lex(text)) {
    if (isValue(token)) count += 1;
    if (count > MAX_YAML_VALUES) return null;
    tokens.push(token);
  }
  return tokens;
}

/** Lexer tokens that only separate values, including its own marks. */
const SEPARATORS = new Set([...':?,-]}', '\u0002', '\u0018', '\u001f']);

/** True for a token that is neither space nor a comment nor a separator. */
const isValue = (token: string) => !SEPARATORS.has(token) && !/^[\s#]/.test(token);

/** As the library's own `parseAllDocuments`, which would split the text into tokens again. */
function documentsOf(tokens: readonly string[], lineCounter: LineCounter): Document.Parsed[] {
  const parser = new Parser(lineCounter.addNewLine);
  // All values are texts: a version 1.10 is not the number 1.1.
  const composer = new Composer({
    schema: 'failsafe',
    prettyErrors: false,
    // The library compares each key with every other key. repeatedKey looks at each key once.
    uniqueKeys: false,
  });
  lineCounter.addNewLine(0);
  const parts = function* () {
    for (const token of tokens) yield* parser.next(token);
    yield* parser.end();
  };
  return Array.from(composer.compose(parts()));
}

function problemOf(document: Document.Parsed): { offset: number; words: string } | null {
  const [error] = document.errors;
  if (error !== undefined) return { offset: error.pos[0], words: wordsOf(error) };
  const repeated = repeatedKey(document.contents);
  return repeated && { offset: repeated.range?.[0] ?? 0, words: 'Map keys must be unique' };
}

function repeatedKey(contents: Node | null): Scalar | null {
  const rest: unknown[] = [contents];
  while (rest.length > 0) {
    const node = rest.pop();
    if (isSeq(node)) for (const item of node.items) rest.push(item);
    if (!isMap(node)) continue;
    const keys = new Set<unknown>();
    for (const { key, value } of node.items) {
      if (isScalar(key) && keys.size === keys.add(key.value).size) return key;
      rest.push(key, value);
    }
  }
  return null;
}

/** If the parser overflows its stack, it reports this like an error of the author. */
const wordsOf = ({ code, message }: YAMLParseError) =>
  code === 'RESOURCE_EXHAUSTION' ? 'nests too deeply' : message;

function plain(document: Document.Parsed): unknown {
  try {
    const content: unknown = document.toJS({ maxAliasCount: MAX_ALIASES });
    // A value may contain itself, which JSON cannot say.
    if (hasReferences(document)) JSON.stringify(content);
    return content;
  } catch {
    throw invalidField('file', 'refers to itself too often');
  }
}

function hasReferences(document: Document.Parsed): boolean {
  let isFound = false;
  visit(document, {
    Alias: () => {
      isFound = true;
      return visit.BREAK;
    },
  });
  return isFound;
}

function offsetOf(document: Document.Parsed, path: Path): number {
  let node: unknown = document.contents;
  let offset = document.contents?.range[0] ?? 0;
  for (const part of path) {
    if (isMap(node)) {
      const pair = (node as YAMLMap<{ value: unknown; range?: number[] }>).items.find(
        ({ key }) => key.value === part,
      );
      if (pair === undefined) return offset;
      offset = pair.key.range?.[0] ?? offset;
      node = pair.value;
    } else if (isSeq(node)) {
      const item = node.items[Number(part)] as { range?: number[] } | undefined;
      if (item === undefined) return offset;
      offset = item.range?.[0] ?? offset;
      node = item;
    } else return offset;
  }
  return offset;
}
