/** Numbers in texts. Each text with a count goes through here, so that none says "1 identities". */

/** A whole number with separated thousands, "12,345". Without `Intl`, whose first use takes a page 30 ms. */
export const numberText = (count: number): string =>
  String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');

/** The form of a word, or of more, that a count asks for. */
export const formOf = (count: number, [one, many]: readonly [string, string]): string =>
  count === 1 ? one : many;

/** "3 groups", "1 group". */
export const counted = (count: number, forms: readonly [string, string]): string =>
  `${numberText(count)} ${formOf(count, forms)}`;
