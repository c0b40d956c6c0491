/** Times as people and programs write them. */

const RFC3339 =
  /^(\d{4})-(\d{2})-(\d{2})T(?:[01]\d|2[0-3]):\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})$/i;

/**
 * Parses a time. `Date.parse` alone takes a day that does not exist, such as February 30, for
 * another day.
 *
 * @returns milliseconds since 1970, rounded down; NaN for a text that is not a time, or one that no answer
 *   could have
 * @see https://www.rfc-editor.org/rfc/rfc3339#section-5.6
 */
export function parseTime(text: string): number {
  const [, year, month, day] = RFC3339.exec(text) ?? [];
  if (year === undefined) return Number.NaN;
  const days = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
  const time = Date.parse(text.toUpperCase());
  return Number(day) <= days && isTime(time) ? time : Number.NaN;
}

const [FIRST, LAST] = ['0001-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z'].map(Date.parse);

/** Whether RFC 3339 and protocol buffers can say it in UTC. The offset of a text may put it beyond. */
export const isTime = (milliseconds: number): boolean =>
  milliseconds >= Number(FIRST) && milliseconds <= Number(LAST);
