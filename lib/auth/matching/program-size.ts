/**
 * How large the program of a pattern becomes, from the pattern alone. To compile one with nested
 * repetitions takes a second and much memory, so its size has to be known before.
 */

/**
 * The instructions that a Unicode class such as `\p{L}` counts for besides its own: it has hundreds
 * of ranges.
 */
const UNICODE_CLASS = 40;
const UNICODE = /\\[pP]/g;

const TOKEN = new RegExp(
  [
    String.raw`\\Q(?<quote>.*?)(?:\\E|$)`,
    String.raw`\\(?:[pP](?:\{[^}]*\}|.)|x\{[^}]*\}|.)?`,
    String.raw`\[\^?\]?(?:\[:\^?\w+:\]|\\.|[^\]\\])*\]?`,
    String.raw`\{(?<least>\d+)(?<range>,(?<most>\d*))?\}`,
    String.raw`(?<flags>\(\?[a-zA-Z\-]*\))`,
    String.raw`(?<open>\((?:\?(?:P?<\w*>|[a-zA-Z\-]*:))?)`,
    String.raw`(?<close>\))`,
    String.raw`(?<more>[*+?])`,
    '.',
  ].join('|'),
  'gsu',
);

/**
 * A group that is still open. `last` is the size of its last part, which a repetition may multiply;
 * `before` is that of the rest.
 */
interface Open {
  before: number;
  last: number;
}

/**
 * An estimate of the instructions, rather too high than too low. Patterns that do not compile have
 * one as well.
 */
export function programSize(pattern: string): number {
  const outer: Open[] = [];
  let group: Open = { before: 3, last: 0 };
  const add = (size: number) => {
    group = { before: group.before + group.last, last: size };
  };
  for (const { 0: token, groups = {} } of pattern.matchAll(TOKEN)) {
    if (groups['flags'] !== undefined) continue;
    if (groups['open'] !== undefined) {
      outer.push(group);
      // A group that captures has an instruction at each end.
      group = { before: token.endsWith(':') ? 0 : 2, last: 0 };
    } else if (groups['close'] !== undefined) {
      const size = group.before + group.last;
      group = outer.pop() ?? { before: 0, last: 0 };
      add(size);
    } else if (groups['least'] !== undefined) group.last = repeated(group.last, groups);
    else if (groups['more'] !== undefined) group.last += token === '*' ? 2 : 1;
    else if (groups['quote'] !== undefined) for (const _ of groups['quote']) add(1);
    // An alternative may be empty, which is an instruction as well.
    else add(token === '|' ? 2 : 1);
  }
  const size = [...outer, group].reduce((sum, { before, last }) => sum + before + last, 0);
  return size + UNICODE_CLASS * (pattern.match(UNICODE)?.length ?? 0);
}

/** Each copy that may be absent has an instruction more. */
function repeated(size: number, groups: Record<string, string>): number {
  const { least = '', range, most = '' } = groups;
  const [fewest, all] = [Number(least), most === '' ? Number(least) : Number(most)];
  if (range === undefined) return size * fewest;
  if (most === '') return size * Math.max(1, fewest) + 2;
  return size * Math.max(fewest, all) + Math.max(0, all - fewest);
}
