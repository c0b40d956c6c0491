/**
 * The challenges of a WWW-Authenticate header.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-11.6.1
 */

export interface Challenge {
  /** In lower case. */
  scheme: string;
  /** Keyed by their names in lower case. */
  params: Readonly<Record<string, string>>;
}

const TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
const PARAM = new RegExp(`^(${TOKEN})\\s*=\\s*(?:"((?:[^"\\\\]|\\\\.)*)"|(${TOKEN}))`, 's');
/** What some schemes have instead of parameters. */
const TOKEN68 = /^ +[A-Za-z0-9._~+/-]+=*(?=\s*(?:,|$))/;
const SCHEME = new RegExp(`^(${TOKEN})(?=$|[\\s,])`);

/** Invalid text ends the list. Challenges before it count. */
export function parseChallenges(header: string): Challenge[] {
  const challenges: { scheme: string; params: Record<string, string> }[] = [];
  let rest = header.replace(/^[\s,]+/, '');
  while (rest !== '') {
    const last = challenges.at(-1);
    const param = last === undefined ? null : PARAM.exec(rest);
    if (param !== null && last !== undefined) {
      const [, name = '', quoted, plain = ''] = param;
      last.params[name.toLowerCase()] = quoted?.replace(/\\(.)/gs, '$1') ?? plain;
      rest = rest.slice(param[0].length);
    } else {
      const scheme = SCHEME.exec(rest)?.[1];
      if (scheme === undefined) break;
      challenges.push({
        scheme: scheme.toLowerCase(),
        params: Object.create(null) as object as Record<string, string>,
      });
      rest = rest.slice(scheme.length);
      rest = rest.slice(TOKEN68.exec(rest)?.[0].length ?? 0);
    }
    rest = rest.replace(/^[\s,]+/, '');
  }
  return challenges;
}
