/** What was read while others had their turn must not show what the caller has lost meanwhile. */
import { aborted } from '#lib/aip/errors.ts';
import type { ResourceDefinition } from '#lib/resources/define.ts';
import { capabilityFor } from './authorize.ts';
import { renewed } from './call.ts';
import type { Call } from './call.ts';
import type { ListParams } from './filters.ts';
import { inSight } from './sight.ts';

/**
 * @throws ApiError ABORTED if the caller may see something else than at the beginning of the call;
 *   UNAUTHENTICATED if the credentials are no longer valid.
 * @returns the call with the caller's current rights.
 */
export async function stillSees(
  definition: ResourceDefinition,
  call: Call,
  params: ListParams,
): Promise<Call> {
  const current = await renewed(call);
  const seen = (one: Call) =>
    JSON.stringify([
      one.reach.topGroups(capabilityFor(definition, 'list')),
      inSight(definition, one, params),
    ]);
  if (seen(current) !== seen(call)) throw aborted('what the caller may see');
  return current;
}
