/** Names of time zones, as the database of IANA has them. */

/** Offsets such as `+01:00` are left out: a clock changes in most places. */
const NAME = /^[A-Za-z][A-Za-z0-9_+-]*(?:\/[A-Za-z0-9_+-]+){0,2}$/;

export function zoneProblem(name: string): string | null {
  const problem = 'must be the name of a time zone such as Europe/Berlin';
  if (name.length > 64 || !NAME.test(name)) return problem;
  try {
    void new Intl.DateTimeFormat('en', { timeZone: name });
    return null;
  } catch {
    return problem;
  }
}
