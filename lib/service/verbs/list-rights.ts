/** What a caller may list, before and after a list was read. */
import { aborted } from '#lib/aip/errors.ts';
import { capabilityOf } from '#lib/resources/catalog.ts';
import type { ResourceDefinition } from '#lib/resources/define.ts';
import { requireMet } from '#lib/service/calls/authorize.ts';
import { isCurrent, renewed, type Call } from '#lib/service/calls/call.ts';
import type { ListParams } from '#lib/service/calls/filters.ts';
import type { HierarchyFilter } from '#lib/service/calls/scope.ts';
import { inSight } from '#lib/service/calls/sight.ts';
import { auditDenied } from './denied.ts';

/**
 * The topmost groups that a list may show rows of. A list of all organizations leaves out those whose
 * policy the caller does not meet, as long as others remain.
 *
 * @throws ApiError FAILED_PRECONDITION if the list names such an organization, or nothing remains.
 */
export async function listedTopGroups(
  definition: ResourceDefinition,
  call: Call,
  { descendantsOf, childrenOf, ancestorsOf, ids = [] }: HierarchyFilter,
): Promise<readonly string[]> {
  const { reach } = call;
  const capability = capabilityOf(definition.type, 'list');
  const named = [descendantsOf, childrenOf, ancestorsOf, ...ids].filter((uid) => uid !== undefined);
  await auditDenied(call, definition, 'list', childrenOf ?? descendantsOf ?? '', () => {
    for (const uid of named) requireMet(reach.unmetWithin(capability, uid));
    if (named.length === 0) requireMet(reach.unmetEverywhere(capability));
  });
  return reach.topGroups(capability);
}

/**
 * Checks that the caller lost no rights while the rows were read.
 *
 * @param revision the access revision of the snapshot that was read, where the read reports one.
 * @throws ApiError ABORTED if the caller may see something else than at the beginning of the call;
 *   UNAUTHENTICATED if the credentials are no longer valid.
 * @returns the call with the caller's current rights.
 */
export async function stillSees(
  definition: ResourceDefinition,
  call: Call,
  params: ListParams,
  revision?: number,
): Promise<Call> {
  if (revision !== undefined && isCurrent(call, revision)) return call;
  const current = await renewed(call);
  const seen = (one: Call) =>
    JSON.stringify([
      one.reach.topGroups(capabilityOf(definition.type, 'list')),
      inSight(definition, one, params),
    ]);
  if (seen(current) !== seen(call)) throw aborted('what the caller may see');
  return current;
}
