/** Creates the registry source of a group that has none, for an operator. */
import { ApiError } from '#lib/aip/errors.ts';
import type { RegistrySourceJson } from '#lib/generated/proto/grove/registry/v2beta1/registry_sources_pb.js';
import { registrySource } from '#lib/resources/registry-source.ts';
import { is } from '#lib/store/predicates.ts';
import { committed } from '#lib/store/store.ts';
import { createResource } from '#lib/service/verbs/create.ts';
import { operatorCall } from '#lib/service/people/operator.ts';
import { updateResource } from '#lib/service/verbs/update.ts';

/**
 * @param given fields of a registry source. Absent fields stay unchanged.
 * @returns the uid of the group's source.
 * @throws ApiError NOT_FOUND if there is no group, or no source to take the URL from;
 *   INVALID_ARGUMENT by field, `url` if the group has another one.
 */
export async function setRegistry(group: string, given: RegistrySourceJson): Promise<string> {
  const source = await committed.first('RegistrySource', is('parent', group));
  const call = operatorCall(group);
  if (source === null) {
    const { body } = await createResource(registrySource, call, group, given);
    return String(body.uid);
  }
  const { url, ...rest } = given;
  if (url !== undefined && url.replace(/\/+$/, '') !== source.url) {
    throw new ApiError(
      'FAILED_PRECONDITION',
      `the group has another registry source, ${source.url}; change or delete that one first`,
    );
  }
  if (Object.keys(rest).length > 0) {
    await updateResource(registrySource, call, { uid: source.uid, body: rest, ifMatch: null });
  }
  return source.uid;
}
