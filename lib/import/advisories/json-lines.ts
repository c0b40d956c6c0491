/** Where in a record's text something stands. Slow, so only asked of what is wrong. */
import { findNodeAtLocation, parseTree, printParseErrorCode } from 'jsonc-parser';
import type { JSONPath, Node, ParseError } from 'jsonc-parser';

function linesBefore(text: string, offset: number): number {
  let lines = 0;
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) {
    lines += 1;
  }
  return lines;
}

/** Undefined where it nests so deeply that the stack ends before it does. */
function treeOf(text: string, errors?: ParseError[]): Node | undefined {
  try {
    return parseTree(text, errors, { disallowComments: true });
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** What is not JSON about it, and how many lines into the text; null where nothing is. */
export function syntaxError(text: string): { reason: string; lines: number } | null {
  const errors: ParseError[] = [];
  treeOf(text, errors);
  const [first] = errors;
  if (first === undefined) return null;
  const words = printParseErrorCode(first.error)
    .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase();
  return { reason: `is not well-formed JSON: ${words}`, lines: linesBefore(text, first.offset) };
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
