/** The audit records of the verbs. */
import type { JsonObject } from '#lib/aip/json.ts';
import { parentUid, rootUid } from '#lib/aip/uid.ts';
import { representativeAt } from '#lib/auth/own-identity.ts';
import { auditType, recordAudit, type Actor } from '#lib/audit/record.ts';
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
  call: Pick<Call, 'principal' | 'requestId' | 'actor' | 'caller'>,
  group: string,
): Actor {
  const { principal, requestId } = call;
  const { issuer, subject } = principal;
  const actor = call.actor ?? representativeAt(principal, group) ?? `${issuer} ${subject}`;
  const isHere = (uid: string) => uid === actor || rootUid(uid) === rootUid(group);
  const identities = principal.identities.filter(isHere);
  return { actor, identities, issuer, subject, requestId, ...clientOf(call) };
}

/** Empty for the command line. */
function clientOf({
  principal,
  caller,
}: Pick<Call, 'principal' | 'caller'>): Pick<Actor, 'network' | 'userAgent' | 'credential'> {
  if (caller === undefined) return {};
  const { address, userAgent } = caller;
  const credential = principal.session ?? principal.key?.uid;
  return {
    network: clientNetwork(address),
    ...(userAgent !== '' && { userAgent }),
    ...(credential !== undefined && { credential }),
  };
}

/** The group whose log records a resource's changes. A group's changes are in its own log. */
export function logOf(definition: ResourceDefinition, uid: string): string {
  return definition.type === 'Group' ? uid : parentUid(uid);
}

export async function auditChange(
  tx: Transaction,
  call: Call,
  definition: ResourceDefinition,
  operation: Operation,
  change: { uid: string; before?: JsonObject; after?: JsonObject },
): Promise<void> {
  const { uid: resource, ...states } = change;
  const group = logOf(definition, resource);
  await recordAudit(tx, {
    ...actorOf(call, group),
    type: auditType(definition, operation),
    operation,
    resource,
    group,
    ...states,
  });
}

/** Records a change of a row as others see it: without what belongs to one person. */
export async function auditRows(
  tx: Transaction,
  call: Call,
  definition: ResourceDefinition,
  operation: Operation,
  rows: { before?: BaseRow; after?: BaseRow },
): Promise<void> {
  const seen = Object.entries(rows).filter(([, row]) => !isOwn(definition, row));
  const [first] = seen;
  if (first === undefined) return;
  const [, { uid }] = first;
  const shown = Object.fromEntries(seen.map(([when, row]) => [when, definition.toJson(row)]));
  await auditChange(tx, call, definition, operation, { uid, ...shown });
}
