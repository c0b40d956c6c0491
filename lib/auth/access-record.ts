/**
 * Records of access itself, which changes no resource: in the group of the person's identity, in
 * each organization that has one.
 */
import { parentUid, rootUid } from '#lib/aip/uid.ts';
import { recordLater } from '#lib/audit/joined.ts';
import { recordAudit } from '#lib/audit/record.ts';
import type { AuditEntry } from '#lib/audit/record.ts';
import type { Person } from '#lib/auth/matching/blocked.ts';
import type { Operation } from '#lib/resources/operations.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import { all, is } from '#lib/store/predicates.ts';
import type { Reads, Transaction } from '#lib/store/store.ts';

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

export type AccessEvent = keyof typeof OPERATIONS;

/** Where a request came from, as far as is known. */
export interface Client {
  /** As `clientNetwork` gives it. */
  network?: string;
  userAgent?: string;
  /** The uid of a session or of an identity key. */
  credential?: string;
}

/** An identity provider at which somebody has signed out. */
export type EndingProvider = Pick<RowOf<'IdentityProvider'>, 'uid' | 'name'>;

/** The actor of what a provider did; it is no identity. */
const PROVIDER_ACTOR = 'identity provider';

/** More organizations than a person belongs to. */
const MOST = 50;

/** The identities that name the person literally, one of each organization. */
async function identitiesOf(
  reads: Reads,
  { issuer, subject }: Person,
): Promise<RowOf<'Identity'>[]> {
  const own = await reads.get('Identity', subject);
  if (own !== null) return [own];
  const literal = all(is('issuer', issuer), is('subject', subject));
  const found = await reads.find('Identity', literal, { limit: MOST });
  return [...new Map(found.map((row) => [rootUid(row.uid), row])).values()];
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
    result: 'OK',
  };
}

/**
 * @param provider the identity provider that did it, if it was not the person. Only its own
 *   organization learns its name.
 */
export async function recordAccess(
  tx: Transaction,
  event: AccessEvent,
  person: Person,
  client: Client,
  provider?: EndingProvider,
): Promise<void> {
  for (const identity of await identitiesOf(tx, person)) {
    const { uid, name } = identity;
    const isHere = provider !== undefined && rootUid(provider.uid) === rootUid(uid);
    await recordAudit(tx, {
      ...entryOf(event, uid, person, client),
      ...(provider !== undefined && { actor: PROVIDER_ACTOR, identities: [] }),
      after: { name, ...(isHere && { identityProvider: provider.name }) },
    });
  }
}

/** For what comes often: counted by the minute, and written within a second. */
export function countAccess(
  event: AccessEvent,
  identityUid: string,
  person: Person,
  { result = 'OK', ...client }: Client & { result?: AuditEntry['result'] },
): void {
  recordLater({ ...entryOf(event, identityUid, person, client), result, isOfIdentity: true });
}
