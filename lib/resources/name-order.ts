/**
 * A text for each name, so that the texts are ordered as people look for names: alice, Bob, émile, Zoe. Neither
 * marks over letters nor case matters, unless names differ in nothing else. Both databases order the texts by
 * their bytes, which is by code point.
 */
export function nameOrder(name: string): string {
  // Nearly all names, of which an import has very many.
  if (ASCII.test(name)) return `${part(name.toLowerCase())}${TIE}${part(name)}`;
  return `${part(withoutMarks(folded(withoutMarks(name))))}${TIE}${part(name)}`;
}

/** For lists that are sorted in the browser. */
export function compareNames(a: string, b: string): number {
  const [one, two] = [nameOrder(a), nameOrder(b)];
  if (one === two) return 0;
  return one < two ? -1 : 1;
}

const ASCII = /^\p{ASCII}*$/u;

const withoutMarks = (text: string) => text.normalize('NFKD').replaceAll(/\p{M}+/gu, '');

/** Upper case comes first, because only it makes ß and SS the same. */
const folded = (text: string) => text.toUpperCase().toLowerCase().replaceAll('ς', 'σ');

/** Before every character that a name has, so that a name comes before those that begin with it. */
const TIE = '\u0001';

/** An entry of an index has room for two parts of three bytes a character, and the uid. */
const LONGEST = 256;

const part = (text: string) => text.slice(0, LONGEST).toWellFormed();
