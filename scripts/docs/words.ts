/**
 * The words that docs/words.md bans, counted in documents and comments. What is there from before
 * is counted in `words.json`; a file may only get fewer.
 */
import { readFileSync, writeFileSync } from 'node:fs';

const COUNTS = 'scripts/docs/words.json';
const BANNED =
  /\b(?:told|anew|go(?:es)? on|gone on|what is|by then|lies|so long as|cut off|all the same)\b/gi;
const COMMENT = /\/\*[^]*?\*\/|(?<![:'"`\w])\/\/ .*$/gm;

function countIn(path: string): number {
  const text = readFileSync(path, 'utf8');
  const read = path.endsWith('.md') ? text : (text.match(COMMENT) ?? []).join('\n');
  return read.match(BANNED)?.length ?? 0;
}

/** @returns a line for each file with more of the banned words than it had. */
export function bannedWords(paths: readonly string[], isCheck: boolean): string[] {
  const known: Readonly<Record<string, number>> = JSON.parse(readFileSync(COUNTS, 'utf8'));
  const found = Object.fromEntries(
    paths.map((path) => [path, countIn(path)] as const).filter(([, count]) => count > 0),
  );
  const more = Object.entries(found).filter(([path, count]) => count > (known[path] ?? 0));
  if (!isCheck && more.length === 0) {
    writeFileSync(COUNTS, `${JSON.stringify(found, null, 2)}\n`);
  }
  return more.map(
    ([path, count]) =>
      `${path} has ${count} of the words that docs/words.md bans, and had ${known[path] ?? 0}`,
  );
}
