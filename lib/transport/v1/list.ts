/** List in v1: everything that matches as `{"items": […]}`, sent as it is read. */
import { ApiError, invalidField } from '#lib/aip/errors.ts';
import type { JsonObject } from '#lib/aip/json.ts';
import { config } from '#lib/config.ts';
import { mapInParts } from '#lib/parts.ts';
import { collectionPath, type ResourceDefinition } from '#lib/resources/define.ts';
import type { Call } from '#lib/service/calls/call.ts';
import type { ListParams } from '#lib/service/calls/filters.ts';
import { listEvery } from '#lib/service/verbs/list-every.ts';
import { JSON_TYPE } from '#lib/transport/http/answers.ts';
import { streamedResponse } from '#lib/transport/http/streams.ts';
import { namesOfResource, renamed } from './names.ts';

export interface V2Query {
  params: ListParams;
  /** The parameter as v1 calls it. */
  rename(name: string): string;
}

/** Parameters of v2 that v1 never had. */
export const PAGING = ['page_size', 'page_token', 'skip', 'order_by'];
/** No parameter begins with it. So a parameter that only v2 has is refused as unknown. */
const UNKNOWN = 'v1.';

/** @throws ApiError INVALID_ARGUMENT on `id` where it is not one uid and nothing else. */
export function toV2Query({ filters }: ResourceDefinition, query: ListParams): V2Query {
  const params = new Map<string, readonly string[]>();
  const names = new Map<string, string>();
  const put = (name: string, v1Name: string, values: readonly string[]) => {
    params.set(name, [...(params.get(name) ?? []), ...values]);
    names.set(name, v1Name);
  };
  for (const [name, values] of query) {
    const reference = name.replace(/_id$/, '');
    if (name === 'id') put('uidp.ids', name, values);
    else if (PAGING.includes(name)) put(UNKNOWN + name, name, values);
    else if (filters[reference]?.kind === 'uid') put(reference, name, values);
    else put(name, name, values);
  }
  const ids = query.get('id') ?? [];
  if (ids.length > 1) throw invalidField('id', 'is given twice');
  if (ids.length > 0 && query.has('uidp.ids')) {
    throw invalidField('id', 'cannot be given together with uidp.ids');
  }
  return { params, rename: (name) => names.get(name) ?? name };
}

/** @throws ApiError FAILED_PRECONDITION where there are more than v1 may answer with. */
export async function answerList(
  definition: ResourceDefinition,
  call: Call,
  params: ListParams,
): Promise<Response> {
  const { total, pages } = await listEvery(definition, call, params);
  const { maxItems } = config().v1;
  // Once a part is sent, no status can report an error.
  if (total > maxItems) throw tooMany(definition, total, maxItems);
  return streamedResponse(chunks(definition, pages, maxItems), {
    'content-type': JSON_TYPE,
    'cache-control': 'no-store',
  });
}

function tooMany(definition: ResourceDefinition, total: number, maxItems: number): ApiError {
  return new ApiError(
    'FAILED_PRECONDITION',
    `the list has ${total} items, and v1 answers with at most ${maxItems}; ` +
      `narrow it with filters, or read the pages of ${collectionPath(definition)}`,
  );
}

/** Rejects, which cuts the answer off before its end, where the list grows too long meanwhile. */
async function* chunks(
  definition: ResourceDefinition,
  pages: AsyncIterable<JsonObject[]>,
  maxItems: number,
): AsyncGenerator<Uint8Array> {
  const names = namesOfResource(definition);
  let count = 0;
  yield Buffer.from('{"items":[');
  for await (const page of pages) {
    const texts = await mapInParts(page, (item) => JSON.stringify(renamed(item, names)));
    const comma = count === 0 ? '' : ',';
    count += page.length;
    if (count > maxItems) throw tooMany(definition, count, maxItems);
    yield Buffer.from(comma + texts.join());
  }
  yield Buffer.from(']}');
}
