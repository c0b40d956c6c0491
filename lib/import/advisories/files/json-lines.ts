/**
 * Finds the position of a value in a record's text. It is slow, so it is used only for rejected
 * records.
 */
import { findNodeAtLocation, parseTree, printParseErrorCode, visit } from 'jsonc-parser';
import type { JSONPath, ParseErrorCode } from 'jsonc-parser';

function linesBefore(text: string, offset: number): number {
  let lines = 0;
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) {
    lines += 1;
  }
  return lines;
}

const STRICT = { disallowComments: true };

/** Undefined if the text nests so deeply that the parser's stack overflows. */
function unlessTooDeep<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Why the text is not JSON, and in which of its lines; null if it is JSON. */
export function syntaxError(text: string): { reason: string; lines: number } | null {
  const errors: { code: ParseErrorCode; offset: number }[] = [];
  const onError = (code: ParseErrorCode, offset: number) => {
    // Each character of a long text may be an error.
    if (errors.length === 0) errors.push({ code, offset });
  };
  unlessTooDeep(() => visit(text, { onError }, STRICT));
  const [first] = errors;
  if (first === undefined) return null;
  const words = printParseErrorCode(first.code)
    .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase();
  return { reason: `is not well-formed JSON: ${words}`, lines: linesBefore(text, first.offset) };
}

/** The line of a value, or of its nearest container, counted from 0. */
export function lineOf(text: string, path: JSONPath): number {
  const tree = unlessTooDeep(() => parseTree(text, [], STRICT));
  if (tree === undefined) return 0;
  for (let length = path.length; length > 0; length -= 1) {
    const node = findNodeAtLocation(tree, path.slice(0, length));
    if (node !== undefined) return linesBefore(text, node.offset);
  }
  return 0;
}
