/**
 * Names in one group that people cannot tell apart, though they differ. Letters of Greek and Cyrillic
 * that look like Latin ones are by far the most likely; the whole table of Unicode has thousands.
 *
 * @see https://www.unicode.org/reports/tr39/#Confusable_Detection
 */
import { parentUid } from '#lib/client/paths.ts';
import { folded } from '#lib/resources/names.ts';

/** What looks like each Latin letter, in one of its cases. */
const LIKE: Readonly<Record<string, string>> = {
  a: 'АаΑα',
  b: 'ВΒ',
  c: 'Сс',
  e: 'ЕеΕ',
  h: 'НһΗ',
  i: 'ІіΙι',
  j: 'Јј',
  k: 'КΚк',
  l: '1I|ӏ',
  m: 'МΜ',
  n: 'Ν',
  o: '0ОоΟο',
  p: 'РрΡρ',
  s: 'Ѕѕ',
  t: 'ТΤ',
  v: 'ν',
  x: 'ХхΧ',
  y: 'УуΥ',
  z: 'Ζ',
};

const LATIN = new Map(
  Object.entries(LIKE).flatMap(([letter, alike]) => [...alike].map((one) => [one, letter])),
);

const looksOf = (name: string): string =>
  folded([...name.normalize('NFKC')].map((one) => LATIN.get(one) ?? one).join(''));

/** The part of a uid that differs between the resources of one group. */
export const ownPart = (uid: string): string => uid.slice(uid.lastIndexOf('/') + 1);

/** The uids of those that look like another one of the same group. */
export function lookAlikes(
  rows: readonly { readonly uid: string; readonly name: string }[],
): ReadonlySet<string> {
  const keyOf = ({ uid, name }: { uid: string; name: string }) =>
    `${parentUid(uid) ?? ''} ${looksOf(name)}`;
  const groups = Map.groupBy(rows, keyOf);
  return new Set(
    [...groups.values()].flatMap((alike) => (alike.length > 1 ? alike.map(({ uid }) => uid) : [])),
  );
}
