/** Get: one resource by its uid. */
import { etagOf } from '#lib/aip/etag.ts';
import { notFound } from '#lib/aip/errors.ts';
import type { JsonObject } from '#lib/aip/json.ts';
import { checkUid } from '#lib/aip/uid.ts';
import type { BaseRow, ResourceDefinition } from '#lib/resources/define.ts';
import { committed } from '#lib/store/store.ts';
import { authorize } from '#lib/service/calls/authorize.ts';
import type { Call } from '#lib/service/calls/call.ts';
import { auditDenied } from '#lib/service/calls/attempt.ts';
import { partyRow } from '#lib/service/requests/party.ts';
import { holdsOf, sees } from '#lib/service/calls/sight.ts';

/** A resource as the API returns it, and its ETag in quotes. */
export interface Answer<Json = JsonObject> {
  body: Json;
  etag: string;
}

export function answerOf<Json>(
  definition: ResourceDefinition<Json>,
  call: Call,
  row: BaseRow,
): Answer<Json> {
  return { body: definition.toJson(row, holdsOf(call)), etag: etagOf(row.revision ?? 1) };
}

/**
 * @throws ApiError INVALID_ARGUMENT on `uid`; PERMISSION_DENIED; NOT_FOUND, also for a resource
 *   that only others see.
 */
export async function getResource<Json extends JsonObject>(
  definition: ResourceDefinition<Json>,
  call: Call,
  uid: string,
): Promise<Answer<Json>> {
  checkUid(uid, 'uid');
  if (definition.hasParties === true) {
    const find = () => partyRow(committed, call, uid);
    return answerOf(definition, call, await auditDenied(call, definition, 'get', uid, find));
  }
  await auditDenied(call, definition, 'get', uid, () => authorize(call, definition, 'get', uid));
  const row = await committed.get(definition.type, uid);
  if (row === null || !sees(definition, call, row)) throw notFound(definition.type, uid);
  return answerOf(definition, call, row);
}
