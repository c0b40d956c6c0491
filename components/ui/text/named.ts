const BEYOND_ASCII = /\P{ASCII}/u;

/** A name between isolates (UAX #9), so that letters from right to left do not move the words beside it. */
export const isolated = (name: string): string =>
  BEYOND_ASCII.test(name) ? `\u2068${name}\u2069` : name;

/** The template of a text in which names stand; where there are elements, they stand in `bdi` instead. */
export const named = (words: TemplateStringsArray, ...names: readonly string[]): string =>
  String.raw({ raw: words }, ...names.map(isolated));
