/** Who has finished the first steps in which organization, as a cookie of short keys. */
import { keyOf } from '#components/frame/preferences/person-key.ts';

/** The maximum number of people and organizations in one browser. More would make the cookie too long. */
const MOST_KEYS = 40;

const keysOf = (cookie: string | undefined): string[] =>
  (cookie ?? '').split('.').filter((key) => /^[0-9a-f]{8}$/.test(key));

const keyFor = (person: string, root: string): string => keyOf(`${person} ${root}`);

export const areStepsFinished = (
  cookie: string | undefined,
  person: string,
  root: string,
): boolean => keysOf(cookie).includes(keyFor(person, root));

/** The cookie with this organization added for this person. */
export function withStepsFinished(
  cookie: string | undefined,
  person: string,
  root: string,
): string {
  const key = keyFor(person, root);
  const others = keysOf(cookie).filter((other) => other !== key);
  return [key, ...others].slice(0, MOST_KEYS).join('.');
}
