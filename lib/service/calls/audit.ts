/** The audit records of the verbs. */
import type { JsonObject } from '#lib/aip/json.ts';
import { parentUid, rootUid } from '#lib/aip/uid.ts';
import { representativeAt } from '#lib/auth/own-identity.ts';
import {
  auditType,
  OTHER_ORGANIZATION,
  programActor,
  recordAll,
  type Actor,
} from '#lib/audit/record.ts';
import { mapInParts } from '#lib/parts.ts';
import { clientNetwork } from '#lib/net/networks.ts';
import type { BaseRow, ResourceDefinition } from '#lib/resources/define.ts';
import type { Operation } from '#lib/resources/operations.ts';
import type { Transaction } from '#lib/store/store.ts';
import type { Call } from './call.ts';
import { isOwn } from './sight.ts';

/**
 * The actor of a request in the log of a group, and where it came from. Leaves out the caller's
 * identities in other organizations, unless the caller acts by one.
 */
export function actorOf(
  call: Pick<Call, 'principal' | 'requestId' | 'actor' | 'caller' | 'onBehalfOf'>,
  group: string,
): Actor {
  const { principal, requestId, caller, onBehalfOf } = call;
  const isElsewhere = onBehalfOf !== undefined && onBehalfOf !== rootUid(group);
  if (isElsewhere && call.actor === undefined) {
    return programActor(OTHER_ORGANIZATION);
  }
  const { issuer, subject } = principal;
  const actor = call.actor ?? representativeAt(principal, group) ?? `${issuer} ${subject}`;
  const isHere = (uid: string) => uid === actor || rootUid(uid) === rootUid(group);
  const identities = principal.identities.filter(isHere);
  const who = { actor, identities, issuer, subject, requestId };
  // A call of the command line has no network, no browser and no credential.
  if (caller === undefined) return who;
  const credential = principal.session ?? principal.key?.uid;
  return {
    ...who,
    network: clientNetwork(caller.address),
    ...(caller.userAgent !== '' && { userAgent: caller.userAgent }),
    ...(credential !== undefined && { credential }),
  };
}

/** The group whose log records a resource's changes. A group's changes are in its own log. */
export function logOf(definition: ResourceDefinition, uid: string): string {
  return definition.type === 'Group' ? uid : parentUid(uid);
}

interface Change {
  uid: string;
  before?: JsonObject;
  after?: JsonObject;
}

/** Records changes, of which there may be tens of thousands. */
export async function auditChanges(
  tx: Transaction,
  call: Call,
  definition: ResourceDefinition,
  operation: Operation,
  changes: readonly Change[],
): Promise<void> {
  const type = auditType(definition, operation);
  const entries = await mapInParts(changes, ({ uid: resource, ...states }) => {
    const group = logOf(definition, resource);
    return { ...actorOf(call, group), type, operation, resource, group, ...states };
  });
  await recordAll(tx, entries);
}

interface Rows {
  before?: BaseRow;
  after?: BaseRow;
}

/**
 * Records a change of a row as others see it: without what belongs to one person.
 *
 * @param remark what the record says of the state after, beside the resource.
 */
export const auditRows = (
  tx: Transaction,
  call: Call,
  definition: ResourceDefinition,
  operation: Operation,
  rows: Rows,
  remark?: JsonObject,
): Promise<void> => auditAll(tx, call, definition, operation, [rows], remark);

/** The same for many rows. */
export async function auditAll(
  tx: Transaction,
  call: Call,
  definition: ResourceDefinition,
  operation: Operation,
  changes: readonly Rows[],
  remark?: JsonObject,
): Promise<void> {
  const shown = await mapInParts(changes, (rows) => {
    const seen = Object.entries(rows).filter(([, row]) => !isOwn(definition, row));
    const [first] = seen;
    if (first === undefined) return [];
    const [, { uid }] = first;
    const states = seen.map(([when, row]) => [
      when,
      { ...definition.toJson(row), ...(when === 'after' && remark) },
    ]);
    return [{ uid, ...Object.fromEntries(states) }];
  });
  await auditChanges(tx, call, definition, operation, shown.flat());
}
