/** Checks that a caller lost no rights during a long read, so that its answer shows nothing too much. */
import { aborted } from '#lib/aip/errors.ts';
import type { ResourceDefinition } from '#lib/resources/define.ts';
import { capabilityOf } from '#lib/resources/catalog.ts';
import { isCurrent, renewed, type Call } from '#lib/service/calls/call.ts';
import type { ListParams } from '#lib/service/calls/filters.ts';
import { inSight } from '#lib/service/calls/sight.ts';

/**
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
