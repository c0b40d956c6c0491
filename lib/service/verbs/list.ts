/** List: one page of what the caller may see. */
import { issuePageToken, readPageToken } from '#lib/aip/page-token.ts';
import type { PagedQuery } from '#lib/aip/page-token.ts';
import type { JsonObject } from '#lib/aip/json.ts';
import { collectionPath } from '#lib/resources/define.ts';
import type { BaseRow, ResourceDefinition } from '#lib/resources/define.ts';
import { secrets } from '#lib/secrets/secrets.ts';
import { countsOf, listAreas } from '#lib/store/areas.ts';
import { snapshot } from '#lib/store/database.ts';
import { countRows, cursorOf, listRows } from '#lib/store/lists.ts';
import type { ListQuery } from '#lib/store/lists.ts';
import { capabilityFor } from './authorize.ts';
import type { Call } from './call.ts';
import { parseListRequest } from './filters.ts';
import type { ListParams, ListRequest } from './filters.ts';
import { scopeAreas, scopeConditions, scopeParent } from './scope.ts';

/** @throws ApiError INVALID_ARGUMENT that names each failing parameter. */
export function listResources(
  definition: ResourceDefinition,
  call: Call,
  params: ListParams,
): JsonObject {
  const request = parseListRequest(definition, params);
  const query = pagedQuery(definition, call, request);
  const now = Date.now();
  const cursor = readPageToken(secrets().pageToken, query, request.pageToken, now);
  const column = definition.orders[request.order.field] ?? 'uid';
  const tops = call.reach.topGroups(capabilityFor(definition, 'list'));
  const { rows, total } = snapshot(() =>
    read(definition, request, tops, {
      type: definition.type,
      order: { column, descending: request.order.descending },
      cursor,
      skip: request.skip,
      limit: request.pageSize + 1,
    }),
  );
  const page = rows.slice(0, request.pageSize);
  const last = rows.length > page.length ? page.at(-1) : undefined;
  return {
    [definition.collection]: page.map((row) => definition.toJson(row)),
    nextPageToken:
      last === undefined
        ? ''
        : issuePageToken(secrets().pageToken, query, cursorOf(last, column), now),
    totalCount: String(total),
    skipped: request.skip,
  };
}

/** Further than this it is cheaper to sort all that there is. */
const MOST_MERGED = 5_000;

function read(
  definition: ResourceDefinition,
  { hierarchy, conditions, skip }: ListRequest,
  tops: readonly string[],
  query: Omit<ListQuery, 'where'>,
): { rows: BaseRow[]; total: number } {
  const { type } = definition;
  const areas = conditions.length > 0 ? null : scopeAreas(definition, hierarchy, tops);
  if (areas !== null && (areas.length === 1 || skip <= MOST_MERGED)) {
    const listed = listAreas({ ...query, areas });
    if (listed !== null) return listed;
  }
  const where = [...scopeConditions(definition, hierarchy, tops), ...conditions];
  const parent = conditions.length > 0 ? null : scopeParent(hierarchy, tops);
  const counts = parent === null ? null : countsOf(type, parent);
  return { rows: listRows({ ...query, where }), total: counts?.here ?? countRows(type, where) };
}

function pagedQuery(definition: ResourceDefinition, call: Call, request: ListRequest): PagedQuery {
  const { field, descending } = request.order;
  return {
    collection: collectionPath(definition),
    order: `${definition.orders[field] ?? field}${descending ? ' desc' : ''}`,
    filters: request.canonical,
    caller: call.principal.identities.join(' '),
  };
}
