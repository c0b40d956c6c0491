/** Times as people and programs write them. */

const RFC3339 =
  /^(\d{4})-(\d{2})-(\d{2})T(?:[01]\d|2[0-3]):\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})$/i;

/**
 * Parses a time. `Date.parse` alone takes a day that does not exist, such as February 30, for
 * another day.
 *
 * @returns milliseconds since 1970, rounded down; NaN for a text that is not a time
 * @see https://www.rfc-editor.org/rfc/rfc3339#section-5.6
 */
export function parseTime(text: string): number {
  const [, year, month, day] = RFC3339.exec(text) ?? [];
  if (year === undefined) return Number.NaN;
  const days = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
  return Number(day) > days ? Number.NaN : Date.parse(text.toUpperCase());
}
