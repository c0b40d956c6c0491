/** The endpoints of both versions of the API, from the definitions in `proto`. */
import { getOption, type DescMethod } from '@bufbuild/protobuf';
import { http } from '#lib/generated/proto/google/api/annotations_pb.js';
import type { ResourceDefinition } from '#lib/resources/define.ts';
import { EXPORT_PATH, IMPORT_PATH } from '#lib/transport/http/api-paths.ts';
import { kindOfMethod } from '#lib/transport/methods/reads.ts';
import { methodOf, SERVICES } from '#lib/transport/methods/services.ts';
import { V1_RESOURCES, v1Path, v1VerbsOf } from '#lib/transport/v1/resources.ts';
import { endpoint, type Endpoint } from './endpoint.ts';

function endpointsOf(method: DescMethod): Endpoint[] {
  const rule = getOption(method, http);
  return [rule, ...rule.additionalBindings].map(({ pattern }) => {
    const path = String(pattern.value).replace(/\{[^}]*\}$/, '*');
    return endpoint(String(pattern.case).toUpperCase(), path, kindOfMethod(method), method.name);
  });
}

function endpointsOfV1(definition: ResourceDefinition): Endpoint[] {
  const collection = v1Path(definition);
  return [collection, `${collection}/*`].flatMap((path) =>
    v1VerbsOf(definition, path === collection ? '' : 'one').map(([name, verb]) => {
      const method = methodOf(definition, verb);
      return endpoint(name, path, kindOfMethod(method), method.name);
    }),
  );
}

export const V1_ENDPOINTS: readonly Endpoint[] = V1_RESOURCES.flatMap(endpointsOfV1);

export const RESOURCE_ENDPOINTS: readonly Endpoint[] = [
  ...SERVICES.flatMap(({ methods }) => methods.flatMap(endpointsOf)),
  endpoint('POST', IMPORT_PATH, 'write', 'ImportAdvisories'),
  endpoint('GET', EXPORT_PATH, 'read', 'ExportAdvisories'),
];
