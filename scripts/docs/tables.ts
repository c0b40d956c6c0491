/** Markdown tables, and the blocks of documents that are generated. */
import { readFileSync } from 'node:fs';

export const code = (text: string): string => `\`${text}\``;

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

const cell = (text: string): string => text.replaceAll('|', String.raw`\|`).replaceAll('\n', ' ');

const end = '<!-- generated: end -->';
const ignored = ['<!-- prettier-ignore-start -->', '<!-- prettier-ignore-end -->'] as const;

/**
 * The document with the text of its block replaced.
 *
 * @throws Error for a document without that block.
 */
export function withBlock(document: string, name: string, text: string): string {
  const begin = `<!-- generated: ${name} -->`;
  const [before, rest, more] = document.split(begin);
  const after = rest?.slice(rest.indexOf(end));
  if (before === undefined || !after?.startsWith(end) || more !== undefined) {
    throw new Error(`${begin} and ${end} must stand once each, one after the other`);
  }
  return `${before}${begin}\n${ignored[0]}\n\n${text}\n\n${ignored[1]}\n${after}`;
}

/** The cells below the first head of the only table of a document that has this one. */
export function firstColumn(path: string, head: string): string[] {
  const [, after = ''] = readFileSync(path, 'utf8').split(`\n| ${head} |`);
  const [, , ...rows] = (after.split('\n\n', 1)[0] ?? '').split('\n');
  return rows.map((row) => (row.split(' | ', 1)[0] ?? '').slice('| '.length));
}
