/** List: one page of what the caller may see. */
import { invalidField } from '#lib/aip/errors.ts';
import { issuePageToken, readPageToken } from '#lib/aip/page-token.ts';
import type { JsonObject } from '#lib/aip/json.ts';
import { collectionPath, type ResourceDefinition } from '#lib/resources/define.ts';
import { secrets } from '#lib/secrets/secrets.ts';
import { cursorOf } from '#lib/store/cursors.ts';
import type { Call } from '#lib/service/calls/call.ts';
import { parseListRequest, type ListParams } from '#lib/service/calls/filters.ts';
import { holdsOf } from '#lib/service/calls/sight.ts';
import { rootUid } from '#lib/aip/uid.ts';
import { markSeenAt } from '#lib/auth/last-seen.ts';
import { listedPage } from './list-rights.ts';

/** How many of the resources a transport takes as one page, at least one. */
export type Fits = (resources: readonly JsonObject[]) => Promise<number>;

/**
 * @param fits for a transport that bounds its pages.
 * @throws ApiError INVALID_ARGUMENT that names each failing parameter.
 */
export async function listResources(
  definition: ResourceDefinition,
  call: Call,
  params: ListParams,
  fits: Fits = async ({ length }) => length,
): Promise<JsonObject> {
  const request = parseListRequest(definition, params);
  const { field, descending } = request.order;
  const query = {
    collection: collectionPath(definition),
    order: `${definition.orders[field] ?? field}${descending ? ' desc' : ''}`,
    filters: request.canonical,
    caller: JSON.stringify([call.principal.issuer, call.principal.subject]),
  };
  const now = Date.now();
  const cursor =
    request.pageToken === ''
      ? null
      : readPageToken(pageTokenKey(call), query, request.pageToken, now);
  const column = definition.orders[field] ?? 'uid';
  const {
    rows,
    total,
    isCut = false,
    topGroups,
  } = await listedPage(
    definition,
    call,
    { params, request },
    { order: { column, descending }, cursor, skip: request.skip, limit: request.pageSize + 1 },
  );
  // A list of resources of an organization is a request to it.
  const { descendantsOf, childrenOf, ids = [] } = request.hierarchy;
  const { principal, caller } = call;
  for (const uid of [descendantsOf, childrenOf, ...ids]) {
    const isAsked = topGroups.some((top) => uid !== undefined && rootUid(top) === rootUid(uid));
    if (uid !== undefined && isAsked && caller) markSeenAt(principal, uid, caller.since);
  }
  const listed = rows.slice(0, request.pageSize);
  const resources = listed.map((row) => definition.toJson(row, holdsOf(call)));
  const page = resources.slice(0, await fits(resources));
  const isShort = isCut || page.length < resources.length;
  // A client that skips counts on full pages, and would miss the rows after this one.
  if (isShort && request.skip > 0) {
    throw invalidField(
      'page_size',
      'is too large for these resources: ask for fewer, or follow nextPageToken instead of skip',
    );
  }
  const last = rows.length > page.length || isShort ? listed[page.length - 1] : undefined;
  return {
    [definition.collection]: page,
    nextPageToken:
      last === undefined
        ? ''
        : issuePageToken(pageTokenKey(call), query, cursorOf(last, column), now),
    totalCount: String(total),
    skipped: request.skip,
  };
}

const pageTokenKey = ({ caller }: Call): Buffer => secrets(caller?.revision).pageToken;
