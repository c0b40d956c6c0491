/**
 * Finds the position of a value in a record's text. It is slow, so it is used only for rejected
 * records.
 */
import { findNodeAtLocation, parseTree, printParseErrorCode, visit } from 'jsonc-parser';
import type { JSONPath, Node, ParseErrorCode } from 'jsonc-parser';

function linesBefore(text: string, offset: number): number {
  let lines = 0;
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) {
    lines += 1;
  }
  return lines;
}

/** Undefined if the text nests so deeply that the parser's stack overflows. */
function treeOf(text: string): Node | undefined {
  try {
    return parseTree(text, [], { disallowComments: true });
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Ends the walk at the first error, because each character of a long text may be an error. */
class FirstError extends Error {
  readonly code: ParseErrorCode;
  readonly offset: number;

  constructor(code: ParseErrorCode, offset: number) {
    super('not well-formed');
    this.code = code;
    this.offset = offset;
  }
}

function requireWellFormed(text: string): void {
  const visitor = {
    onError(code: ParseErrorCode, offset: number) {
      throw new FirstError(code, offset);
    },
  };
  visit(text, visitor, { disallowComments: true });
}

/** Why the text is not JSON, and in which of its lines; null if it is JSON. */
export function syntaxError(text: string): { reason: string; lines: number } | null {
  try {
    requireWellFormed(text);
    return null;
  } catch (error) {
    if (error instanceof RangeError) return null;
    if (!(error instanceof FirstError)) throw error;
    const words = printParseErrorCode(error.code)
      .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
      .toLowerCase();
    return { reason: `is not well-formed JSON: ${words}`, lines: linesBefore(text, error.offset) };
  }
}

/** The line of a value, or of its nearest container. */
export function lineFinder(text: string): (path: JSONPath) => number {
  let tree: Node | undefined;
  return (path) => {
    tree ??= treeOf(text);
    if (tree === undefined) return 0;
    for (let length = path.length; length > 0; length -= 1) {
      const node = findNodeAtLocation(tree, path.slice(0, length));
      if (node !== undefined) return linesBefore(text, node.offset);
    }
    return 0;
  };
}
