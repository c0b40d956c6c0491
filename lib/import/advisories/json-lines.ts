/** Where in a record's text a value stands. Slow, so only used for records that are refused. */
import { findNodeAtLocation, parseTree, printParseErrorCode, visit } from 'jsonc-parser';
import type { JSONPath, Node, ParseErrorCode } from 'jsonc-parser';

function linesBefore(text: string, offset: number): number {
  let lines = 0;
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) {
    lines += 1;
  }
  return lines;
}

/** Undefined where it nests so deeply that the stack ends before it does. */
function treeOf(text: string): Node | undefined {
  try {
    return parseTree(text, [], { disallowComments: true });
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Ends the walk at the first error: each character of a long text may be one. */
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

/** Why it is not JSON, and how many lines into the text; null where it is JSON. */
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

/** Tells how many lines into the text a value stands, or what is nearest above it. */
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
