/** The rules of fields that the formats share. */
import { z } from 'zod';
import { invalidArgument } from '#lib/aip/errors.ts';
import type { JsonObject } from '#lib/aip/json.ts';
import { parseTime } from '#lib/aip/rfc3339.ts';
import { text } from '#lib/advisory-formats/text.ts';
import { validate } from '#lib/resources/input.ts';
import { scoreOf } from '#lib/advisory-formats/cvss.ts';

/** @throws ApiError that names every failing field. */
export function checked<T extends z.ZodObject>(schema: T, record: JsonObject): z.infer<T> {
  const { input, violations } = validate(schema, record);
  if (violations.length > 0) throw invalidArgument(violations.slice(0, MAX_VIOLATIONS));
  return input as z.infer<T>;
}

const MAX_VIOLATIONS = 5;

export const UNSTORABLE = 'must be well-formed Unicode without NUL';

/**
 * Where a value has a text that databases do not store alike; null if nowhere. JSON is refused where it
 * is read, but YAML and package URLs have escapes of their own.
 *
 * @param json the value in JSON, which writes such a text as an escape.
 */
export const unstorableIn = (value: object, json = JSON.stringify(value)): string | null =>
  json.includes('\\u') ? unstorableBelow(value, '') : null;

function unstorableBelow(value: unknown, path: string): string | null {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0') ? null : path;
  if (typeof value !== 'object' || value === null) return null;
  for (const [name, one] of Object.entries(value)) {
    const inner = path === '' ? name : `${path}.${name}`;
    const found = unstorableBelow(name, path) ?? unstorableBelow(one, inner);
    if (found !== null) return found;
  }
  return null;
}

const NATIVE_ID = /^CGA(?:-[23456789cfghjmpqrvwx]{4}){3}$/;

export const advisoryId = text(128).refine((id) => !id.startsWith('CGA-') || NATIVE_ID.test(id), {
  error: 'must be CGA- and three groups of four of 23456789cfghjmpqrvwx',
});

export const isNativeId = (id: string): boolean => NATIVE_ID.test(id);

export const name = text();

/** Names of the same vulnerability elsewhere. */
export const aliases = z.array(text(128));

/** An RFC 3339 time, as UTC with milliseconds, and up to six more digits than these. */
export const exactTime = z.string().transform((value, context) => {
  const milliseconds = parseTime(value);
  if (Number.isNaN(milliseconds)) {
    context.addIssue({ code: 'custom', message: 'must be an RFC 3339 time' });
    return z.NEVER;
  }
  const [, finer = ''] = /\.\d{3}(\d+)/.exec(value) ?? [];
  return { time: new Date(milliseconds).toISOString(), finer: finer.replace(/0+$/, '') };
});

export const time = exactTime.transform((exact) => exact.time);

/** A CVSS vector with its version. */
export const vector = z
  .object({ type: z.enum(['CVSS_V2', 'CVSS_V3', 'CVSS_V4']), score: text(512) })
  .refine((severity) => scoreOf(severity) !== null, {
    path: ['score'],
    error: 'is not a vector of its CVSS version with all base metrics',
  });
