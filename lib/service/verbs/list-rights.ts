/** What a caller may list, before and after it is read. */
import { aborted } from '#lib/aip/errors.ts';
import { capabilityOf } from '#lib/resources/catalog.ts';
import type { ResourceDefinition } from '#lib/resources/define.ts';
import { requireMet } from '#lib/service/calls/authorize.ts';
import { askerOf, isCurrent, renewed, type Call } from '#lib/service/calls/call.ts';
import type { ListParams, ListRequest } from '#lib/service/calls/filters.ts';
import { scopeOf, type HierarchyFilter } from '#lib/service/calls/scope.ts';
import { inSight } from '#lib/service/calls/sight.ts';
import { committed, type PageQuery } from '#lib/store/store.ts';
import { auditDenied } from '#lib/service/calls/attempt.ts';

/**
 * The topmost groups that a list may show rows of. A list of all organizations leaves out those whose
 * policy the caller does not meet, as long as others remain.
 *
 * @throws ApiError FAILED_PRECONDITION if the list names such an organization, or nothing remains.
 */
async function listedTopGroups(
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
 * Reads a page of what the caller may list.
 *
 * @returns the query that was read as well, and the groups that it may show rows of.
 * @throws ApiError as {@link listedTopGroups} and {@link stillSees}.
 */
export async function listedPage(
  definition: ResourceDefinition,
  call: Call,
  { params, request }: { params: ListParams; request: ListRequest },
  page: Pick<PageQuery, 'order' | 'cursor' | 'skip' | 'limit'>,
) {
  const { hierarchy, conditions } = request;
  const topGroups = await listedTopGroups(definition, call, hierarchy);
  const all = [...conditions, ...inSight(definition, call, params)];
  const query = { ...scopeOf(definition, hierarchy, topGroups, all), ...page };
  const found = await committed.page(definition.type, query, await askerOf(call));
  if (found.isLate === true) await stillSees(definition, call, params, found.revision);
  return { ...found, query, topGroups };
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
  revision?: string,
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
