import { z } from 'zod';
import type {
  Identity_ClaimMatchJson,
  IdentityJson,
} from '#lib/generated/proto/grove/iam/v2beta1/identities_pb.js';
import { rootUid } from '#lib/aip/uid.ts';
import { defineResource, TIME_ORDERS, type Schemas } from './define.ts';
import { description, exactlyOne, issuer, name, text, WHENEVER_OBJECT } from './fields.ts';
import type { RowOf } from './rows.ts';
import { atMost } from './sizes.ts';

/** Claims and claim patterns of an identity, together. Each is compared with each token. */
export const MAX_CLAIMS = 20;

/** Unicode characters of a pattern. */
export const MAX_PATTERN_LENGTH = 1024;

const pattern = text(1, MAX_PATTERN_LENGTH);
const value = text(1, 1024);

const claimMatch = z
  .strictObject({
    issuer: issuer.optional(),
    issuerPattern: pattern.optional(),
    subject: value.optional(),
    subjectPattern: pattern.optional(),
    audience: value.optional(),
    audiencePattern: pattern.optional(),
    claims: atMost(MAX_CLAIMS, 'claims', z.record(text(1, 256), value)).optional(),
    claimPatterns: atMost(MAX_CLAIMS, 'patterns', z.record(text(1, 256), pattern)).optional(),
  } satisfies Schemas<Identity_ClaimMatchJson>)
  .superRefine((match, context) => {
    exactlyOne(match, ['issuer', 'issuerPattern'], context);
    exactlyOne(match, ['subject', 'subjectPattern'], context);
    exactlyOne(match, ['audience', 'audiencePattern'], context, true);
    const claims = [match.claims, match.claimPatterns].flatMap((map) => Object.keys(map ?? {}));
    if (claims.length > MAX_CLAIMS) {
      context.addIssue({
        code: 'custom',
        path: ['claimPatterns'],
        message: `must have at most ${MAX_CLAIMS} patterns, those of claims included`,
      });
    }
  }, WHENEVER_OBJECT);

type OutputOnly =
  | 'lastSeenTime'
  | 'email'
  | 'emailUnverified'
  | 'blockedTime'
  | 'blockReason'
  | 'blockedGroupUid'
  | 'unconfirmedTime';

const input = z.strictObject({
  name,
  description,
  claimMatch,
} satisfies Schemas<IdentityJson, OutputOnly>);

export type ClaimMatch = z.infer<typeof claimMatch>;

/** The claim match of a stored identity, as the API returns it. Unset members are left out. */
export function claimMatchOf(row: RowOf<'Identity'>): ClaimMatch {
  const match: ClaimMatch = {};
  for (const key of MATCH_COLUMNS) if (row[key] !== null) match[key] = row[key];
  if (Object.keys(row.claims).length > 0) match.claims = row.claims;
  if (Object.keys(row.claimPatterns).length > 0) match.claimPatterns = row.claimPatterns;
  return match;
}

const MATCH_COLUMNS = [
  'issuer',
  'issuerPattern',
  'subject',
  'subjectPattern',
  'audience',
  'audiencePattern',
] as const;

/** A block of a person has a group; one of patterns stops all that the identity grants. */
function blockOf({ uid, blockedTime, blockReason, blockedGroup, ...match }: RowOf<'Identity'>) {
  if (blockedTime === null) return {};
  const isPerson = match.issuer !== null && match.subject !== null;
  return {
    blockedTime: blockedTime.toISOString(),
    blockReason,
    ...(isPerson && { blockedGroupUid: blockedGroup ?? rootUid(uid) }),
  };
}

export type IdentityInput = z.infer<typeof input>;

export const identity = defineResource<IdentityJson, RowOf<'Identity'>, IdentityInput>({
  type: 'Identity',
  input,
  example: {
    name: 'deploy',
    claimMatch: {
      issuer: 'https://token.actions.githubusercontent.com',
      subject: 'repo:acme@1234/shop@5678:ref:refs/heads/main',
    },
  },
  outputOnly: [
    'lastSeenTime',
    'email',
    'emailUnverified',
    'blockedTime',
    'blockReason',
    'blockedGroupUid',
    'unconfirmedTime',
  ],
  oneofs: [
    ['claimMatch.issuer', 'claimMatch.issuerPattern'],
    ['claimMatch.subject', 'claimMatch.subjectPattern'],
    ['claimMatch.audience', 'claimMatch.audiencePattern'],
  ],
  orders: { ...TIME_ORDERS, name: 'nameOrder', last_seen_at: 'lastSeenTime' },
  filters: {
    name: { kind: 'equals', column: 'name' },
    query: { kind: 'search', columns: ['name', 'email', 'subject'] },
    issuer: { kind: 'equals', column: 'issuer' },
    subject: { kind: 'equals', column: 'subject' },
    blocked: { kind: 'isSet', column: 'blockedTime' },
    second_factor: { kind: 'secondFactor', needs: 'update' },
    seen: { kind: 'differs', column: 'lastSeenTime', from: 'createTime' },
    unseen_days: { kind: 'daysAgo', column: 'lastSeenTime' },
  },
  distinct: [
    { columns: ['parent', 'name'], field: 'name', taken: 'an identity with this name' },
    {
      columns: ['parent', 'issuer', 'subject'],
      field: 'claimMatch.subject',
      taken: 'an identity that matches this issuer and subject',
    },
  ],
  fieldsOf: (row) => ({
    name: row.name,
    description: row.description,
    claimMatch: claimMatchOf(row),
    ...(row.email === null ? {} : { email: row.email }),
    ...(row.emailUnverified === null ? {} : { emailUnverified: row.emailUnverified }),
    ...blockOf(row),
    ...(row.unconfirmedTime === null ? {} : { unconfirmedTime: row.unconfirmedTime.toISOString() }),
    lastSeenTime: row.lastSeenTime.toISOString(),
  }),
  toColumns: ({ name, description, claimMatch: match }) => ({
    name,
    description: description ?? '',
    ...Object.fromEntries(MATCH_COLUMNS.map((key) => [key, match[key] ?? null])),
    claims: match.claims ?? {},
    claimPatterns: match.claimPatterns ?? {},
  }),
});
