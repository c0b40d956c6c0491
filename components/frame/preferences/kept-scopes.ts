/**
 * The last choice of each list: the group alone, or the groups below it too. A cookie holds it, so
 * that the server sends the matching rows. It has a part for each person:
 * "1c9f3a70.identities-below.access-in!…".
 */
import { keyOf } from '#components/frame/preferences/person-key.ts';

/** The chosen scope by list. */
export type KeptScopes = Readonly<Record<string, string>>;

/** The maximum number of people in one browser. More would make the cookie too long. */
const MOST_PEOPLE = 4;

const PART = /^([0-9a-f]{8})((?:\.[a-zA-Z]+-[a-z]+)*)$/;

const partsOf = (cookie: string | undefined): [key: string, scopes: string][] =>
  (cookie ?? '').split('!').flatMap((part) => {
    const [, key, scopes] = PART.exec(part) ?? [];
    return key !== undefined && scopes !== undefined ? [[key, scopes]] : [];
  });

/** @param person distinguishes the people who share a browser; the cookie has only a hash of it. */
export function parseScopes(cookie: string | undefined, person: string): KeptScopes {
  const key = keyOf(person);
  const own = partsOf(cookie).find(([other]) => other === key)?.[1] ?? '';
  return Object.fromEntries(
    own
      .split('.')
      .filter(Boolean)
      .map((entry) => entry.split('-') as [string, string]),
  );
}

/** The cookie with one person's scopes replaced. */
export function formatScopes(
  cookie: string | undefined,
  person: string,
  scopes: KeptScopes,
): string {
  const key = keyOf(person);
  const own = Object.entries(scopes).map(([list, scope]) => `.${list}-${scope}`);
  const others = partsOf(cookie).filter(([other]) => other !== key);
  return [[key, own.join('')], ...others]
    .slice(0, MOST_PEOPLE)
    .map((part) => part.join(''))
    .join('!');
}
