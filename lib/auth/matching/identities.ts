/** Which identities a caller is: read anew for each request, by index. */
import { claimMatchOf } from '#lib/resources/identity.ts';
import type { Identity } from '#lib/generated/prisma/client.ts';
import { prepared } from '#lib/store/database.ts';
import { toRow } from '#lib/store/rows.ts';
import { matchesClaims } from './claim-match.ts';
import type { Claims } from './claim-match.ts';
import { isOwnUrl } from '#lib/auth/tokens/known-urls.ts';

const BY_LITERALS = `SELECT * FROM "Identity" WHERE "issuer" = ? AND "subject" = ?`;

// Patterns cannot be looked up, but the literal half beside them can.
const BY_SUBJECT_PATTERN = `SELECT * FROM "Identity" WHERE "issuer" = ? AND "subject" IS NULL`;
const BY_ISSUER_PATTERN = `SELECT * FROM "Identity" WHERE "issuer" IS NULL
  AND ("subject" = ? OR "subject" IS NULL)`;

const EXISTING = `SELECT "uid" FROM "Identity" WHERE "uid" IN (SELECT value FROM json_each(?))`;

function read(sql: string, ...params: string[]): Identity[] {
  const rows = prepared(sql).all(...params) as Record<string, unknown>[];
  return rows.map((row) => toRow('Identity', row) as unknown as Identity);
}

/** Uids, sorted, of every identity that the verified claims match. */
export function identitiesMatching(claims: Claims): string[] {
  const [issuer, subject] = [String(claims['iss']), String(claims['sub'])];
  const candidates = [
    ...read(BY_LITERALS, issuer, subject),
    ...read(BY_SUBJECT_PATTERN, issuer),
    ...read(BY_ISSUER_PATTERN, subject),
  ];
  return candidates
    .filter((identity) => matchesClaims(claimMatchOf(identity), claims, isOwnUrl))
    .map(({ uid }) => uid)
    .sort();
}

/** Those of the uids that are identities still, sorted. */
export function existingIdentities(uids: readonly string[]): string[] {
  const rows = prepared(EXISTING).all(JSON.stringify(uids)) as { uid: string }[];
  return rows.map(({ uid }) => uid).sort();
}
