/**
 * An attempt of a caller: its rights are checked, and it is recorded if it is denied for want of a capability, or by
 * the policy of an organization. {@link changeAs} is the write transaction of every verb. Denied attempts are
 * counted in memory, so that no denied request waits for a write or fails for one.
 */
import { isApiError, type ApiError } from '#lib/aip/errors.ts';
import { isUid, parentUid, rootUid } from '#lib/aip/uid.ts';
import { recordLater } from '#lib/audit/joined.ts';
import { auditType, type AuditEntry } from '#lib/audit/record.ts';
import type { Capability } from '#lib/resources/capabilities.ts';
import type { ResourceDefinition } from '#lib/resources/define.ts';
import { isInto, type Operation } from '#lib/resources/operations.ts';
import { UNMET_TYPES, type UnmetType } from '#lib/resources/policy.ts';
import { actorOf, logOf } from './audit.ts';
import { requireCapability } from './authorize.ts';
import { placeOfWrite, writeAs, type Call } from './call.ts';
import type { Transaction } from '#lib/store/store.ts';

type Denied = Pick<AuditEntry, 'resource' | 'group' | 'result'>;

/**
 * Runs a verb and records the attempt if it is denied.
 *
 * @param uid the resource, or for an operation into a group the uid of that; '' if the caller named
 *   neither.
 */
export async function auditDenied<T>(
  call: Call,
  definition: ResourceDefinition,
  operation: Operation,
  uid: string,
  verb: () => T | Promise<T>,
): Promise<T> {
  try {
    return await verb();
  } catch (error) {
    const group = isInto(operation) || !isUid(uid) ? uid : logOf(definition, uid);
    const type = auditType(definition, operation);
    for (const denied of isApiError(error) ? deniedIn(error, { resource: uid, group }) : []) {
      recordLater({ ...actorOf(call, denied.group), type, operation, ...denied });
    }
    throw error;
  }
}

/**
 * Checks a capability at a resource, or at the group of an operation into it.
 *
 * @throws ApiError as {@link requireCapability}.
 */
export const requireAt = (
  call: Call,
  definition: ResourceDefinition,
  operation: Operation,
  capability: Capability,
  uid: string,
): Promise<void> =>
  auditDenied(call, definition, operation, uid, () => requireCapability(call, capability, uid));

/**
 * Runs a change as one transaction, for a caller who may make it before it begins and in it.
 *
 * @param check throws unless the caller may.
 */
export function changeAs<T>(
  call: Call,
  [definition, operation, uid]: readonly [ResourceDefinition, Operation, string],
  check: (call: Call) => void,
  work: (tx: Transaction, call: Call) => Promise<T>,
): Promise<T> {
  return auditDenied(call, definition, operation, uid, async () => {
    check(call);
    const inTurn = (tx: Transaction, current: Call) => {
      check(current);
      return work(tx, current);
    };
    return writeAs(call, inTurn, await placeOfWrite(definition.type, parentUid(uid)));
  });
}

/**
 * One record for each organization that has denied the request. A violated policy appears only in
 * the log of its own organization, whatever the request named.
 */
function deniedIn(error: ApiError, asked: Pick<Denied, 'resource' | 'group'>): Denied[] {
  const { resource } = asked;
  if (error.status === 'PERMISSION_DENIED') {
    return isUid(resource) ? [{ ...asked, result: 'PERMISSION_DENIED' }] : [];
  }
  if (error.status !== 'FAILED_PRECONDITION') return [];
  const violations = error.details.flatMap((detail) =>
    detail['@type'] === 'type.googleapis.com/google.rpc.PreconditionFailure'
      ? detail.violations
      : [],
  );
  const firsts = new Map<string, UnmetType>();
  for (const { type, subject: root = '' } of violations) {
    const unmet = UNMET_TYPES.find((one) => one === type);
    if (unmet !== undefined && isUid(root) && !firsts.has(root)) firsts.set(root, unmet);
  }
  return [...firsts].map(([root, result]) => {
    const isThere = isUid(resource) && rootUid(resource) === root;
    return { ...(isThere ? asked : { resource: root, group: root }), result };
  });
}
