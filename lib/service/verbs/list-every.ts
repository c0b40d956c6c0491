/** A list whole: everything that the caller may see, a page at a time. */
import { setImmediate } from 'node:timers/promises';
import { aborted } from '#lib/aip/errors.ts';
import type { JsonObject } from '#lib/aip/json.ts';
import type { BaseRow, ResourceDefinition } from '#lib/resources/define.ts';
import { cursorOf } from '#lib/store/cursors.ts';
import { committed } from '#lib/store/store.ts';
import type { PageQuery } from '#lib/store/store.ts';
import { capabilityFor } from './authorize.ts';
import { renewed } from './call.ts';
import type { Call } from './call.ts';
import { parseListRequest } from './filters.ts';
import type { ListParams } from './filters.ts';
import { scopeOf } from './scope.ts';

export interface EveryPage {
  /** How many there are before the first is given. */
  total: number;
  /**
   * By uid, each once. Other requests have their turn between two pages. Iterating rejects once the
   * caller may see something else than at the beginning: half a list must not look like a whole one.
   */
  pages: AsyncIterable<JsonObject[]>;
}

const PAGE = 200;

/** @throws ApiError INVALID_ARGUMENT that names each failing parameter. */
export async function listEvery(
  definition: ResourceDefinition,
  call: Call,
  params: ListParams,
): Promise<EveryPage> {
  const { hierarchy, conditions } = parseListRequest(definition, params);
  const query = {
    ...scopeOf(definition, hierarchy, topsOf(definition, call), conditions),
    order: { column: 'uid', descending: false },
    cursor: null,
    skip: 0,
    limit: PAGE,
  };
  const { rows, total } = await committed.page(definition.type, query);
  return { total, pages: everyPage(definition, call, query, rows) };
}

const topsOf = (definition: ResourceDefinition, { reach }: Call) =>
  reach.topGroups(capabilityFor(definition, 'list'));

async function* everyPage(
  definition: ResourceDefinition,
  call: Call,
  query: PageQuery,
  first: readonly BaseRow[],
): AsyncGenerator<JsonObject[]> {
  const tops = topsOf(definition, call).join();
  let current = call;
  let rows = first;
  for (;;) {
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows.map((row) => definition.toJson(row));
    if (rows.length < PAGE) return;
    await setImmediate();
    current = await renewed(current);
    if (topsOf(definition, current).join() !== tops) throw aborted('what the caller may see');
    rows = await committed.pageRows(definition.type, { ...query, cursor: cursorOf(last, 'uid') });
  }
}
