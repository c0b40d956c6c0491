/** The sessions of the person whom an identity names, for callers who may take away their access. */
import { z } from 'zod';
import { notFound, refusal } from '#lib/aip/errors.ts';
import { isSameOrBelow, parentUid, rootUid } from '#lib/aip/uid.ts';
import { eventOf, recordAudit } from '#lib/audit/record.ts';
import { namedBy, type Person } from '#lib/auth/matching/blocked.ts';
import { liveSessionsOf, sessionJson } from '#lib/auth/sessions/own-sessions.ts';
import { endedSession, keepEnded } from '#lib/auth/refused-uses.ts';
import type {
  EndPersonSessionsRequestJson,
  EndPersonSessionsResponseJson,
  ListPersonSessionsRequestJson,
  ListPersonSessionsResponseJson,
} from '#lib/generated/proto/grove/iam/v2beta1/identities_pb.js';
import { text, uid } from '#lib/resources/fields.ts';
import { identity } from '#lib/resources/identity.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import { requireMayTakeAccess } from '#lib/service/rules/block.ts';
import { actorOf } from '#lib/service/calls/audit.ts';
import { requireCapability } from '#lib/service/calls/authorize.ts';
import type { Call } from '#lib/service/calls/call.ts';
import { checked } from '#lib/service/calls/checked.ts';
import { auditDenied, changeAs } from '#lib/service/calls/attempt.ts';
import { all, below, is, isIn } from '#lib/store/predicates.ts';
import { snapshot, type Reads, type Transaction } from '#lib/store/store.ts';

const listRequest = z.strictObject({ identityUid: uid });
const endRequest = z.strictObject({ identityUid: uid, sessionUid: text(1, 64).optional() });

/** @throws ApiError NOT_FOUND; FAILED_PRECONDITION `NO_PERSON`; PERMISSION_DENIED. */
async function personFor(reads: Reads, call: Call, identityUid: string) {
  requireCapability(call, 'identity.update', identityUid);
  const row = await reads.existing('Identity', identityUid);
  const person = namedBy(row);
  if (person === null) {
    const description = 'the identity matches by patterns, so it has no sessions of its own';
    throw refusal('NO_PERSON', description, identityUid);
  }
  await requireMayTakeAccess(reads, call, row);
  return { row, person };
}

/** The provider with which a session began, or the identity of its account. */
const beganWith = ({ provider, subject }: RowOf<'Session'>): string => provider ?? subject;

/**
 * The live sessions that began in this organization: by one of its providers, or with a password of one
 * of its accounts. Other organizations keep to themselves where somebody signs in.
 */
export async function sessionsIn(
  reads: Reads,
  root: string,
  person: Person,
): Promise<RowOf<'Session'>[]> {
  const live = await liveSessionsOf(reads, person);
  return live.filter((session) => isSameOrBelow(beganWith(session), root));
}

/** The sessions of the person that began with an identity which the caller may update. */
async function sessionsFor(reads: Reads, { reach }: Call, root: string, person: Person) {
  const all = await sessionsIn(reads, root, person);
  return all.filter((session) => reach.holds('identity.update', beganWith(session)));
}

/**
 * The sessions, the last seen first, and the providers of the organization that the person can sign
 * in through.
 */
export async function listPersonSessions(
  call: Call,
  body: ListPersonSessionsRequestJson,
): Promise<ListPersonSessionsResponseJson> {
  const { identityUid } = checked(listRequest, body);
  return auditDenied(call, identity, 'get', identityUid, () =>
    snapshot(async (reads) => {
      const { person } = await personFor(reads, call, identityUid);
      const root = rootUid(identityUid);
      const sessions = await sessionsFor(reads, call, root, person);
      const ofIssuer = all(below(root), is('issuer', person.issuer));
      const providers = await reads.find('IdentityProvider', ofIssuer);
      const names = new Map(providers.map((one) => [one.uid, one.name]));
      return {
        sessions: sessions.map((row) => {
          const providerName = names.get(row.provider ?? '');
          return { ...sessionJson(row), ...(providerName !== undefined && { providerName }) };
        }),
        providers: providers
          .filter((one) => call.reach.holds('identity_providers.list', one.uid))
          .map((one) => ({ uid: one.uid, name: one.name })),
      };
    }),
  );
}

/**
 * Ends one session, or all of them, from the next request on.
 *
 * @throws ApiError NOT_FOUND if the session is not one of those that the list shows.
 */
export async function endPersonSessions(
  call: Call,
  body: EndPersonSessionsRequestJson,
): Promise<EndPersonSessionsResponseJson> {
  const { identityUid, sessionUid } = checked(endRequest, body);
  const check = (current: Call) => requireCapability(current, 'identity.update', identityUid);
  return changeAs(call, [identity, 'end', identityUid], check, async (tx, current) => {
    const { row, person } = await personFor(tx, current, identityUid);
    const found = await sessionsFor(tx, current, rootUid(identityUid), person);
    const ending = found.filter((one) => sessionUid === undefined || one.uid === sessionUid);
    if (sessionUid !== undefined && ending.length === 0) throw notFound('Session', sessionUid);
    await deleteSessions(tx, current, row, ending);
    return { ended: ending.length };
  });
}

/** Ends sessions of the identity's person, with one record. */
export async function deleteSessions(
  tx: Transaction,
  call: Call,
  { uid: resource, name }: RowOf<'Identity'>,
  ended: readonly RowOf<'Session'>[],
): Promise<void> {
  if (ended.length === 0) return;
  const uids = ended.map((one) => one.uid);
  await tx.deleteAll('Session', isIn('uid', uids));
  await keepEnded(tx, ended.map(endedSession));
  await recordAudit(tx, {
    ...actorOf(call, resource),
    ...eventOf('session', 'end', resource, parentUid(resource)),
    before: { name, sessions: ended.map(({ userAgent }) => ({ userAgent })) },
  });
}
