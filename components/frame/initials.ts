/** What separates the parts of a name, or of the first half of an e-mail address. */
const GAPS = /[\s._+-]+/;

const firstLetter = (word: string): string =>
  (/\p{L}|\p{N}/u.exec(word)?.[0] ?? '').toLocaleUpperCase('en');

/**
 * One or two letters for a person: "Ada Lovelace" and "ada.lovelace@example.com" give "AL", "ada"
 * gives "A". Empty if there is no letter.
 */
export function initialsOf(who: string): string {
  const letters = (who.split('@')[0] ?? '').split(GAPS).map(firstLetter).filter(Boolean);
  return letters.length < 2 ? letters.join('') : `${letters[0]}${letters.at(-1)}`;
}
