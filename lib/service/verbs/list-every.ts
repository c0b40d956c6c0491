/** Lists everything that the caller may see, a page at a time. */
import { setImmediate } from 'node:timers/promises';
import type { JsonObject } from '#lib/aip/json.ts';
import type { BaseRow, ResourceDefinition } from '#lib/resources/define.ts';
import { cursorOf } from '#lib/store/cursors.ts';
import { committed, type PageQuery } from '#lib/store/store.ts';
import { largeColumns } from '#lib/store/tables/large.ts';
import { askerOf, type Call } from '#lib/service/calls/call.ts';
import { holdsOf } from '#lib/service/calls/sight.ts';
import { parseListRequest, type ListParams } from '#lib/service/calls/filters.ts';
import { listedPage, stillSees } from './list-rights.ts';

interface EveryPage {
  /** How many there are before the first is given. */
  total: number;
  /**
   * By uid, each once. Other requests have their turn between two pages. Iterating rejects once the
   * caller may see something else than at the beginning: half a list must not look like a whole one.
   */
  pages: AsyncIterable<JsonObject[]>;
}

/** Few enough that a page of the longest rows does not hold up others. */
const PAGE = 50;

/** @throws ApiError INVALID_ARGUMENT that names each failing parameter. */
export async function listEvery(
  definition: ResourceDefinition,
  call: Call,
  params: ListParams,
): Promise<EveryPage> {
  const asked = { params, request: parseListRequest(definition, params) };
  const order = { column: 'uid', descending: false };
  const page = { order, cursor: null, skip: 0, limit: PAGE };
  const { rows, total, query } = await listedPage(definition, call, asked, page);
  return { total, pages: everyPage(definition, call, { params, query }, rows) };
}

async function* everyPage(
  definition: ResourceDefinition,
  call: Call,
  { params, query }: { params: ListParams; query: PageQuery },
  first: readonly BaseRow[],
): AsyncGenerator<JsonObject[]> {
  let current = call;
  let rows = first;
  for (;;) {
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows.map((row) => definition.toJson(row, holdsOf(current)));
    // A page of large rows may end sooner.
    if (rows.length < PAGE && largeColumns(definition.type).length === 0) return;
    await setImmediate();
    const next = { ...query, cursor: cursorOf(last, 'uid'), isCounted: false };
    ({ rows } = await committed.page(definition.type, next, await askerOf(current)));
    current = await stillSees(definition, current, params);
  }
}
