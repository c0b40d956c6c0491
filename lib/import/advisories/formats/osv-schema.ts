/**
 * The part of an OSV record that Grove stores.
 *
 * @see https://ossf.github.io/osv-schema/
 */
import { z } from 'zod';
import { text } from '#lib/advisory-formats/text.ts';
import { advisoryId, aliases, name, time, vector } from './fields.ts';
import { osvOwnWords } from './own-words.ts';

const version = text();

const KINDS = ['introduced', 'fixed', 'last_affected', 'limit'] as const;

const rangeEvent = z
  .looseObject({
    introduced: version.optional(),
    fixed: version.optional(),
    last_affected: version.optional(),
    limit: version.optional(),
  })
  .refine((event) => KINDS.some((kind) => event[kind] !== undefined), {
    error: `must have one of ${KINDS.join(', ')}`,
  });

const range = z
  .looseObject({
    type: z.enum(['SEMVER', 'ECOSYSTEM', 'GIT']),
    repo: text().optional(),
    events: z
      .array(rangeEvent)
      .refine((events) => events.some(({ introduced }) => introduced !== undefined), {
        error: 'must have an event that says where the affected versions begin: introduced',
      }),
  })
  .refine(({ type, repo }) => type !== 'GIT' || repo !== undefined, {
    path: ['repo'],
    error: 'is required where the type is GIT',
  });

const otherSeverity = z.object({
  type: text(64).refine((type) => !/^CVSS_V[234]$/.test(type)),
  score: text(512),
});

const severity = z.union([vector, otherSeverity], {
  error: 'must be a type, and a score that is a vector with all base metrics for the CVSS ones',
});

const specific = z
  .looseObject({ severity: z.unknown().optional(), grove: osvOwnWords.optional() })
  .optional();

export const osvRecord = z.looseObject({
  schema_version: z
    .string()
    .regex(/^1(?:\.\d+)*(?:-|$)/, { error: 'must be 1, with any minor version' })
    .optional(),
  id: advisoryId,
  modified: time,
  published: time.optional(),
  withdrawn: time.optional(),
  aliases: aliases.nullish(),
  summary: z.string().nullish(),
  details: z.string().nullish(),
  severity: z.array(severity).nullish(),
  affected: z
    .array(
      z.looseObject({
        package: z.looseObject({ ecosystem: name, name, purl: z.string().optional() }).optional(),
        ranges: z.array(range).nullish(),
        versions: z.array(version).nullish(),
        severity: z.array(severity).nullish(),
        database_specific: specific,
      }),
    )
    .min(1, { error: 'must not be empty: it names the vulnerable packages' }),
  database_specific: z.looseObject({ severity: z.unknown().optional() }).optional(),
});

export type OsvRecord = z.infer<typeof osvRecord>;
export type OsvAffected = OsvRecord['affected'][number];
export type OsvSeverity = z.infer<typeof severity>;
