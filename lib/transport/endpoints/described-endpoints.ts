/** The endpoints of both versions of the API and of signing in, from the definitions in `proto`. */
import { getOption, type DescMethod } from '@bufbuild/protobuf';
import { http } from '#lib/generated/proto/google/api/annotations_pb.js';
import {
  endpoint,
  Endpoint_Body,
  Endpoint_Rate,
  Endpoint_Who,
} from '#lib/generated/proto/grove/auth/v1/endpoint_pb.js';
import type { ResourceDefinition } from '#lib/resources/define.ts';
import { EXPORT_PATH, IMPORT_PATH } from '#lib/transport/http/api-paths.ts';
import { kindOfMethod } from '#lib/transport/methods/reads.ts';
import { methodOf, SERVICES, SIGN_IN_SERVICES } from '#lib/transport/methods/services.ts';
import { V1_RESOURCES, v1Path, v1VerbsOf } from '#lib/transport/v1/resources.ts';
import { byCaller, type Endpoint } from './endpoint.ts';

function endpointsOf(method: DescMethod, operation = method.name): Endpoint[] {
  const rule = getOption(method, http);
  const { who, rate, body } = getOption(method, endpoint);
  const facts = {
    who: who === Endpoint_Who.ANYBODY ? 'anybody' : 'caller',
    rate: rate === Endpoint_Rate.SIGN_IN ? 'signIn' : kindOfMethod(method),
    operation,
    bringsCredentials: body === Endpoint_Body.CREDENTIALS,
  } as const;
  return [rule, ...rule.additionalBindings].map(({ pattern }) => ({
    method: String(pattern.case).toUpperCase(),
    path: String(pattern.value).replace(/\{[^}]*\}$/, '*'),
    ...facts,
  }));
}

function endpointsOfV1(definition: ResourceDefinition): Endpoint[] {
  const collection = v1Path(definition);
  return [collection, `${collection}/*`].flatMap((path) =>
    v1VerbsOf(definition, path === collection ? '' : 'one').map(([name, verb]) => {
      const method = methodOf(definition, verb);
      return byCaller(name, path, kindOfMethod(method), method.name);
    }),
  );
}

export const V1_ENDPOINTS: readonly Endpoint[] = V1_RESOURCES.flatMap(endpointsOfV1);

export const RESOURCE_ENDPOINTS: readonly Endpoint[] = [
  ...SERVICES.flatMap(({ methods }) => methods.flatMap((method) => endpointsOf(method))),
  byCaller('POST', IMPORT_PATH, 'write', 'ImportAdvisories'),
  byCaller('GET', EXPORT_PATH, 'read', 'ExportAdvisories'),
];

export const SIGN_IN_ENDPOINTS: readonly Endpoint[] = SIGN_IN_SERVICES.flatMap(({ methods }) =>
  methods.flatMap((method) => endpointsOf(method, 'signIn')),
);
