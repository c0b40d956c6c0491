/** Create, for transports: some resources come to be in a way of their own. */
import type { JsonObject } from '#lib/aip/json.ts';
import type { ResourceDefinition } from '#lib/resources/define.ts';
import type { Call } from '#lib/service/calls/call.ts';
import { createRequest } from '#lib/service/requests/create.ts';
import { createResource } from './create.ts';
import type { Answer } from './get.ts';

/** @throws ApiError as `createResource`. */
export const createAny = (
  definition: ResourceDefinition,
  call: Call,
  parent: string,
  body: JsonObject,
): Promise<Answer> =>
  definition.type === 'AccessRequest'
    ? createRequest(call, parent, body)
    : createResource(definition, call, parent, body);
