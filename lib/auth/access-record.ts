/**
 * Records uses of access, such as a sign-in, which change no resource. The group of the person's
 * identity has the records, as it has the account or the identity provider.
 */
import { parentUid, rootUid } from '#lib/aip/uid.ts';
import { recordLater } from '#lib/audit/joined.ts';
import { PROVIDER_ACTOR, recordAudit, type Actor, type AuditEntry } from '#lib/audit/record.ts';
import type { Operation } from '#lib/resources/operations.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import { naming, type Person } from '#lib/auth/matching/blocked.ts';
import { wherePerson } from '#lib/auth/tokens/known-urls.ts';
import { whereInEffect } from '#lib/store/in-effect.ts';
import { all, below, is, isIn, not } from '#lib/store/predicates.ts';
import type { Reads, Transaction } from '#lib/store/store.ts';
import { whereSeen } from '#lib/store/was-seen.ts';

/** The events by what follows `grove.iam.` in their type. */
const OPERATIONS = {
  'session.started': 'start',
  'session.ended': 'end',
  'session.reauthenticated': 'update',
  'password.updated': 'update',
  'email_change.created': 'create',
  'email_change.accepted': 'accept',
  'email.updated': 'update',
  'token.exchanged': 'exchange',
  'authenticator_app.used': 'use',
  'recovery_code.used': 'use',
} as const satisfies Record<string, Operation>;

/**
 * The uses of access that are recorded, each the middle of a type such as
 * `grove.iam.session.started.v1`.
 */
export type AccessEvent = keyof typeof OPERATIONS;

/** What a record says about the program that sent a request. */
export type Client = Pick<Actor, 'network' | 'userAgent' | 'credential'>;

export type NamedProvider = Pick<RowOf<'IdentityProvider'>, 'uid' | 'name'>;

/** The most identities of one person that are read. People belong to fewer organizations. */
const MOST = 50;

interface Accessing extends Person {
  /** The identity provider; null or absent for an account. */
  provider?: string | null;
  createTime?: Date;
}

/** The identity of the account, or one of the person in the organization of the provider, if any. */
async function identitiesOfSignIn(reads: Reads, person: Accessing): Promise<RowOf<'Identity'>[]> {
  const { subject, provider = null } = person;
  if (provider === null) {
    const own = await reads.get('Identity', subject);
    return own === null ? [] : [own];
  }
  const whereHere = all(naming([person]), below(rootUid(provider)));
  return reads.find('Identity', whereHere, { limit: 1 });
}

/**
 * The person's identities in other organizations, if they accepted a binding of it or used it in the
 * session. An organization that merely names the person gets no record of their sign-ins.
 */
async function identitiesElsewhere(
  reads: Reads,
  person: Accessing,
  home: string,
): Promise<RowOf<'Identity'>[]> {
  const whereEffective = all(is('unconfirmedTime', null), whereSeen);
  const named = all(await wherePerson(person), not(below(home)), whereEffective);
  const rows = await reads.find('Identity', named, { limit: MOST });
  const uids = rows.map(({ uid }) => uid);
  const whereTaken = all(isIn('identityUid', uids), is('byItself', true), whereInEffect);
  const taken = uids.length === 0 ? [] : await reads.rows('RoleBinding', whereTaken);
  const wasUsed = ({ uid, lastSeenTime }: RowOf<'Identity'>) =>
    taken.some(({ identityUid }) => identityUid === uid) ||
    (person.createTime !== undefined && lastSeenTime >= person.createTime);
  return [...new Map(rows.filter(wasUsed).map((row) => [rootUid(row.uid), row])).values()];
}

/** The identities whose organizations record the event. A change of an account is recorded in the account's own organization alone. */
async function identitiesOf(
  reads: Reads,
  event: AccessEvent,
  person: Accessing,
): Promise<RowOf<'Identity'>[]> {
  const home = await identitiesOfSignIn(reads, person);
  if (!event.startsWith('session.')) return home;
  const root = rootUid(person.provider ?? person.subject);
  return [...home, ...(await identitiesElsewhere(reads, person, root))];
}

function entryOf(
  event: AccessEvent,
  uid: string,
  { issuer, subject }: Person,
  client: Client,
): AuditEntry {
  return {
    actor: uid,
    identities: [uid],
    issuer,
    subject,
    requestId: crypto.randomUUID(),
    ...client,
    type: `grove.iam.${event}.v1`,
    operation: OPERATIONS[event],
    resource: uid,
    group: parentUid(uid),
  };
}

/**
 * @param provider the identity provider that caused the event, if it was not the person. Only its
 *   own organization learns its name.
 */
export async function recordAccess(
  tx: Transaction,
  event: AccessEvent,
  person: Accessing,
  client: Client,
  provider?: NamedProvider,
): Promise<void> {
  for (const identity of await identitiesOf(tx, event, person)) {
    const { uid, name } = identity;
    const isHere = provider !== undefined && rootUid(provider.uid) === rootUid(uid);
    await recordAudit(tx, {
      ...entryOf(event, uid, person, client),
      ...(provider !== undefined && { actor: PROVIDER_ACTOR, identities: [] }),
      after: { name, ...(isHere && { identityProvider: provider.name }) },
    });
  }
}

/** Counts a failed sign-in through an identity provider. The person is unknown. */
export function countFailedProvider(
  { uid, name }: NamedProvider,
  { network, userAgent }: Pick<Client, 'network' | 'userAgent'>,
): void {
  const nobody = { issuer: '', subject: '' };
  recordLater({
    ...entryOf('session.started', uid, nobody, { network, userAgent }),
    actor: PROVIDER_ACTOR,
    identities: [],
    result: 'UNAUTHENTICATED',
    after: { name },
  });
}

/** Records an event that comes often: counted by the minute, and written within a second. */
export function countAccess(
  event: AccessEvent,
  identityUid: string,
  person: Person,
  { result = 'OK', ...client }: Client & { result?: AuditEntry['result'] },
): void {
  recordLater({ ...entryOf(event, identityUid, person, client), result, isOfIdentity: true });
}
