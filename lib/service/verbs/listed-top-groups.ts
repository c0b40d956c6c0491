/** The topmost groups that a list may show rows of. */
import type { ResourceDefinition } from '#lib/resources/define.ts';
import { capabilityOf } from '#lib/resources/catalog.ts';
import { requireMet } from '#lib/service/calls/authorize.ts';
import type { Call } from '#lib/service/calls/call.ts';
import { checkDenied } from './denied.ts';
import type { HierarchyFilter } from '#lib/service/calls/scope.ts';

/**
 * A list of all organizations leaves out those whose policy the caller does not meet, as long as
 * others remain.
 *
 * @throws ApiError FAILED_PRECONDITION if the list names such an organization, or nothing remains.
 */
export function listedTopGroups(
  definition: ResourceDefinition,
  call: Call,
  { descendantsOf, childrenOf, ancestorsOf, ids = [] }: HierarchyFilter,
): readonly string[] {
  const { reach } = call;
  const capability = capabilityOf(definition.type, 'list');
  const named = [descendantsOf, childrenOf, ancestorsOf, ...ids].filter((uid) => uid !== undefined);
  checkDenied(call, definition, 'list', childrenOf ?? descendantsOf ?? '', () => {
    for (const uid of named) requireMet(reach.unmetWithin(capability, uid));
    if (named.length === 0) requireMet(reach.unmetEverywhere(capability));
  });
  return reach.topGroups(capability);
}
