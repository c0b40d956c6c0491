/**
 * Records the use of a credential that is genuine, or claims to be somebody's, and grants nothing any more:
 * an ended key or session, a revoked token, one for another audience, one of a blocked person. Such uses are
 * joined by minute, like denied attempts (OWASP ASVS 5.0, 16.3.1).
 */
import { type ApiError, isApiError, unauthenticated } from '#lib/aip/errors.ts';
import { parentUid, rootUid } from '#lib/aip/uid.ts';
import { recordLater } from '#lib/audit/joined.ts';
import type { Client } from '#lib/auth/access-record.ts';
import { BLOCKED, naming, type Person } from '#lib/auth/matching/blocked.ts';
import type { Matched } from '#lib/auth/matching/identities.ts';
import { wherePerson } from '#lib/auth/tokens/known-urls.ts';
import { config } from '#lib/config.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import { all, is, lessThan } from '#lib/store/predicates.ts';
import { committed, type Transaction } from '#lib/store/store.ts';
import { whereSeen } from '#lib/store/was-seen.ts';

export type CredentialKind = 'identity_key' | 'token' | 'session';

/** A use to record: whose credential it was, and the group whose record gets it. */
interface Use extends Person {
  kind: CredentialKind;
  actor: string;
  /** What the record is about: the key, the identity, or the root group of a block. */
  resource: string;
  group: string;
  name?: string;
  credential?: string;
}

/** The most identities of one person that are read. Fewer organizations name a person. */
const MOST = 50;

const uses = new WeakMap<ApiError, readonly Use[]>();

/** An error whose request is recorded where {@link recordingRefused} identifies the caller. */
function refused(cause: string, of: readonly Use[]): ApiError {
  const error = unauthenticated(cause);
  uses.set(error, of);
  return error;
}

type Key = Pick<RowOf<'IdentityKey'>, 'uid' | 'identityUid' | 'name'>;

export const refusedKey = (cause: string, { uid, identityUid, name }: Key): ApiError =>
  refused(cause, [aboutOf('identity_key', { resource: uid, actor: identityUid, name })]);

/** @param subject the identity that a token of this installation names. */
export const refusedToken = async (cause: string, subject: string): Promise<ApiError> => {
  const identity = await committed.get('Identity', subject);
  const uids = { resource: subject, actor: subject };
  return refused(
    cause,
    identity === null ? [] : [aboutOf('token', { ...uids, name: identity.name })],
  );
};

/**
 * The error for a token of another issuer. Its use is recorded in each organization that names the
 * person literally and that the person has used.
 */
export async function refusedForeignToken(cause: string, person: Person): Promise<ApiError> {
  const used = await usedBy(person);
  const rows =
    used.length > 0 ? used : await committed.find('Identity', naming([person]), { limit: MOST });
  return refused(
    cause,
    rows.map(({ uid, name }) => ({
      ...aboutOf('token', { resource: uid, actor: uid, name }),
      ...person,
    })),
  );
}

/**
 * Tells a caller with valid credentials about the block, so that they can ask an administrator.
 *
 * @throws ApiError UNAUTHENTICATED if a block is why no identity is left.
 */
export function requireUnblocked(
  kind: CredentialKind,
  { issuer, subject }: Person,
  { identities, isStopped, blockedIn }: Matched,
): void {
  if (identities.length > 0 || !isStopped) return;
  const actor = `${issuer} ${subject}`;
  throw refused(
    BLOCKED,
    blockedIn.map((root) => ({ kind, actor, issuer, subject, resource: root, group: root })),
  );
}

/** @param hash the hash of a key, or the uid of a session. */
export async function refusedEnded(cause: string, hash: string): Promise<ApiError> {
  const row = await committed.first('EndedCredential', is('hash', hash));
  if (row === null) return unauthenticated(cause);
  const kind = row.kind === 'session' ? 'session' : 'identity_key';
  return refused(cause, [
    { ...aboutOf(kind, row), ...(kind === 'session' && { credential: hash }) },
  ]);
}

function aboutOf(
  kind: CredentialKind,
  { resource, actor, name }: { resource: string; actor: string; name: string },
): Use {
  const named = { kind, actor, resource, group: parentUid(resource), name };
  const credential = kind === 'identity_key' ? { credential: resource } : {};
  return { ...named, issuer: config().url, subject: actor, ...credential };
}

/** The identities that name the person and that the person has used. */
async function usedBy(person: Person): Promise<RowOf<'Identity'>[]> {
  return committed.find('Identity', all(await wherePerson(person), whereSeen), { limit: MOST });
}

/**
 * The uses to record. If several organizations have an identity of the person, only those whose identity the
 * person has used get a record: any organization may name anybody in an identity.
 */
async function toRecord(of: readonly Use[]): Promise<readonly Use[]> {
  const [first] = of;
  if (first === undefined || new Set(of.map(({ group }) => rootUid(group))).size === 1) return of;
  const used = new Set(
    [first.subject, ...(await usedBy(first)).map(({ uid }) => uid)].map(rootUid),
  );
  return of.filter(({ group }) => used.has(rootUid(group)));
}

/** Identifies a caller, and records the use of a credential that is refused. */
export async function recordingRefused<T>(client: Client, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    for (const use of isApiError(error) ? await toRecord(uses.get(error) ?? []) : []) {
      const { kind, name, ...who } = use;
      recordLater({
        ...client,
        ...who,
        identities: who.actor === who.subject ? [who.actor] : [],
        requestId: crypto.randomUUID(),
        type: `grove.iam.${kind}.used.v1`,
        operation: 'use',
        result: 'UNAUTHENTICATED',
        after: { ...(name !== undefined && { name }), reason: (error as ApiError).description },
      });
    }
    throw error;
  }
}

/** The row that is kept of a credential that ends before its time. */
export type Ended = Omit<RowOf<'EndedCredential'>, 'endTime'>;

export const endedKey = (row: RowOf<'IdentityKey'>): Ended => ({
  hash: row.keyHash,
  kind: 'identity_key',
  resource: row.uid,
  actor: row.identityUid,
  name: row.name,
  expireTime: row.expirationTime,
});

export const endedSession = (row: RowOf<'Session'>): Ended => ({
  hash: row.uid,
  kind: 'session',
  resource: row.provider ?? row.subject,
  actor: row.provider === null ? row.subject : `${row.issuer} ${row.subject}`,
  name: row.name,
  expireTime: row.expireTime,
});

/** Keeps credentials that end, until they would have expired. */
export async function keepEnded(tx: Transaction, ended: readonly Ended[]): Promise<void> {
  const endTime = new Date();
  await tx.deleteAll('EndedCredential', lessThan('expireTime', endTime));
  const kept = ended.filter(({ expireTime }) => expireTime > endTime);
  await tx.insertAll(
    'EndedCredential',
    kept.map((one) => ({ ...one, endTime })),
  );
}
