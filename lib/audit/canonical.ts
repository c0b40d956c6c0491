/**
 * JSON in one form, whoever wrote it: members in the order of their names, and no spaces.
 *
 * @see https://www.rfc-editor.org/rfc/rfc8785
 */

/** What rows hold. Times become texts; members that are undefined are left out. */
export function canonical(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.toWellFormed());
  if (value instanceof Date) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value === 'object' && value !== null) return `{${members(value).join()}}`;
  return JSON.stringify(value);
}

/** Sorted by UTF-16 code units, as the standard has it and as `sort` does. */
function members(object: object): string[] {
  const entries = Object.entries(object).filter(([, value]) => value !== undefined);
  return entries
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${canonical(name)}:${canonical(value)}`);
}
