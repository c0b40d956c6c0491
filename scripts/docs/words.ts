/** Refuses the words that docs/words.md bans, in documents and comments. */
import { readFileSync } from 'node:fs';

const BANNED =
  /\b(?:told|anew|go(?:es)? on|gone on|what is|by then|lies|so long as|cut off|all the same)\b/gi;
/** Comments. A slash and an asterisk after a letter, a quote or an asterisk are part of a text, such as a glob. */
const COMMENT = /(?<![*'"`\w])\/\*[^]*?\*\/|(?<![:'"`\w])\/\/ .*$/gm;

/** @returns a line for each use. */
export function bannedWords(path: string): string[] {
  const text = readFileSync(path, 'utf8');
  const read = path.endsWith('.md') ? [text] : (text.match(COMMENT) ?? []);
  return read
    .flatMap((part) => part.match(BANNED) ?? [])
    .map((word) => `${path}: docs/words.md bans "${word}"`);
}
