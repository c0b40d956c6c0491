/** Validation of fields that several resources share, with the texts of their violations. */
import { z } from 'zod';
import { isJsonObject } from '#lib/aip/json.ts';
import { parseTime } from '#lib/aip/rfc3339.ts';
import { isUid } from '#lib/aip/uid.ts';

const length = (text: string) => [...text].length;

export const EXAMPLE_UID = '678d31da80a166288828f0c2c85b59aecca01078';

/** Text with a bounded number of Unicode characters. */
export function text(minimum: number, maximum: number) {
  const range = minimum === 0 ? `at most ${maximum}` : `${minimum} to ${maximum}`;
  const isInRange = (value: string) => length(value) >= minimum && length(value) <= maximum;
  return z
    .string()
    .refine(isInRange, { error: `must be ${range} characters long` })
    .meta({ ...(minimum > 0 && { minLength: minimum }), maxLength: maximum });
}

/** In Unicode characters. */
const MAX_NAME_LENGTH = 128;

/** A `name`: 1 to MAX_NAME_LENGTH Unicode characters. */
export const name = text(1, MAX_NAME_LENGTH);

/** The longest name that begins like the text and ends with the suffix. */
export function shortened(text: string, suffix = ''): string {
  return [...text].slice(0, MAX_NAME_LENGTH - length(suffix)).join('') + suffix;
}

/** RFC 5321, section 4.5.3.1.3: a path has at most 256 octets, two of which are angle brackets. */
export const MAX_EMAIL_LENGTH = 254;

/** An e-mail address, in lower case. */
export const email = z
  .email({ error: 'must be an e-mail address' })
  .max(MAX_EMAIL_LENGTH)
  .toLowerCase();

export const description = text(0, 1024).optional();

export const uid = z
  .string()
  .refine(isUid, { error: 'must be a uid' })
  .meta({ pattern: '^[0-9a-f]{40}(/[0-9a-f]{16})*$' });

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** An issuer: https without query or fragment. http is allowed for loopback hosts only. */
export function issuerProblem(value: string): string | null {
  const url = URL.parse(value);
  // The parser removes blanks and control characters, and a token's issuer would never equal the text.
  if (url === null || !/^https?:\/\/[^\s\p{Cc}]+$/u.test(value)) return 'must be an https URL';
  if (url.protocol === 'http:' && !LOOPBACK.test(url.hostname)) {
    return 'must be an https URL; http is for loopback hosts only';
  }
  return addressProblem(url, value);
}

/** What the address of no other server may have. @param value the text of the address. */
export function addressProblem(url: URL, value: string): string | null {
  if (value.includes('?') || value.includes('#')) return 'must not have a query or a fragment';
  if (url.username !== '' || url.password !== '') return 'must not carry credentials';
  return length(value) > 2048 ? 'must be at most 2048 characters long' : null;
}

/** Text without problems. `problemOf` returns the violation of a text, or null. */
export function textWithout(problemOf: (value: string) => string | null) {
  return z.string().superRefine((value, context) => {
    const message = problemOf(value);
    if (message !== null) context.addIssue({ code: 'custom', message });
  });
}

export const issuer = textWithout(issuerProblem).meta({ format: 'uri', maxLength: 2048 });

const MAX_INT64 = 2n ** 63n - 1n;

/** A 64-bit integer. proto3 JSON accepts text or a number and returns text. */
export const int64 = z.union(
  [
    z
      .string()
      .refine((value) => /^\d{1,19}$/.test(value) && BigInt(value) <= MAX_INT64)
      .transform((value) => String(BigInt(value))),
    z.number().int().nonnegative().transform(String),
  ],
  { error: ({ input }) => (input === undefined ? 'is required' : 'must be a whole number') },
);

/** Makes a check across the members of an object run even if one of them is invalid. */
export const WHENEVER_OBJECT = {
  when: ({ value }: { value: unknown }) => isJsonObject(value),
};

/**
 * Adds a violation on each of `paths` unless exactly one of them is set (at most one if optional).
 */
export function exactlyOne(
  value: Record<string, unknown>,
  paths: readonly [string, string],
  context: z.RefinementCtx,
  optional = false,
): void {
  const set = paths.filter((path) => value[path] !== undefined);
  if (set.length === 2) {
    for (const path of paths) {
      context.addIssue({
        code: 'custom',
        path: [path],
        message: `only one of ${paths.join(' and ')} may be set`,
      });
    }
  } else if (set.length === 0 && !optional) {
    context.addIssue({
      code: 'custom',
      path: [paths[0]],
      message: `is required, or ${paths[1]}`,
    });
  }
}

/** Seconds of a proto3 JSON duration such as `604800s`; NaN for anything else. */
export function durationSeconds(text: string): number {
  return /^\d{1,12}(?:\.\d{1,9})?s$/.test(text) ? Number(text.slice(0, -1)) : Number.NaN;
}

/** A time of RFC 3339. */
export const time = z
  .string()
  .refine((text) => !Number.isNaN(parseTime(text)), { error: 'must be an RFC 3339 time' })
  .meta({ format: 'date-time' });

/** A duration from `least` to `most` seconds. */
export function duration(least: number, most = Infinity) {
  const range = most === Infinity ? `of ${least}s or more` : `from ${least}s to ${most}s`;
  return z.string().refine(
    (text) => {
      const seconds = durationSeconds(text);
      return seconds >= least && seconds <= most;
    },
    { error: `must be a duration ${range}` },
  );
}
