import { fromBinary, type DescMethodUnary } from '@bufbuild/protobuf';
import { FileDescriptorProtoSchema } from '@bufbuild/protobuf/wkt';
import { Code, ConnectError, createClient } from '@connectrpc/connect';
import { createGrpcTransport } from '@connectrpc/connect-node';
import { describe, expect, vi } from 'vitest';
import {
  Health,
  HealthCheckResponse_ServingStatus as Serving,
} from '#lib/generated/proto/grpc/health/v1/health_pb.js';
import { ServerReflection } from '#lib/generated/proto/grpc/reflection/v1/reflection_pb.js';
import type { ServerReflectionResponse } from '#lib/generated/proto/grpc/reflection/v1/reflection_pb.js';
import { ServerReflection as AlphaReflection } from '#lib/generated/proto/grpc/reflection/v1alpha/reflection_pb.js';
import { committed } from '#lib/store/store.ts';
import { SIGN_IN_SERVICES } from '#lib/transport/methods/services.ts';
import { createGroveServer } from '#lib/transport/server/node.ts';
import { freePort } from '../../support/free-port.ts';
import { grove, it } from '../fixtures.ts';

const transport = () =>
  createGrpcTransport({ baseUrl: grove.url.replace('localhost', '127.0.0.1') });

const SERVICES = [
  'grove.iam.v2beta1.AccessRequestsService',
  'grove.iam.v2beta1.AccessService',
  'grove.iam.v2beta1.AccountAssociationsService',
  'grove.iam.v2beta1.AuditEventsService',
  'grove.iam.v2beta1.EventsService',
  'grove.iam.v2beta1.GroupInvitesService',
  'grove.iam.v2beta1.GroupsService',
  'grove.iam.v2beta1.IdentitiesService',
  'grove.iam.v2beta1.IdentityKeysService',
  'grove.iam.v2beta1.IdentityProvidersService',
  'grove.iam.v2beta1.RequestRulesService',
  'grove.iam.v2beta1.RoleBindingsService',
  'grove.iam.v2beta1.RolesService',
  'grove.iam.v2beta1.SavedViewsService',
  'grove.iam.v2beta1.SubscriptionsService',
  'grove.iam.v2beta1.SystemService',
  'grove.registry.v2beta1.RegistrySourcesService',
  'grove.registry.v2beta1.ReposService',
  'grove.registry.v2beta1.TagsService',
  'grove.vulnerabilities.v2beta1.AdvisoriesService',
  'grpc.health.v1.Health',
  'grpc.reflection.v1.ServerReflection',
  'grpc.reflection.v1alpha.ServerReflection',
];

const SIGNING_IN = SIGN_IN_SERVICES.flatMap(({ methods }) => methods).filter(
  (method): method is DescMethodUnary => method.methodKind === 'unary',
);

type Question = { case: string; value: unknown };
type Answer = ServerReflectionResponse['messageResponse'];

const clients = {
  v1: () => createClient(ServerReflection, transport()),
  v1alpha: () => createClient(AlphaReflection, transport()),
};

describe.each(['v1', 'v1alpha'] as const)('reflection %s', (version) => {
  /** The responses of one stream to the questions, without a token. */
  async function ask(...questions: Question[]): Promise<Answer[]> {
    const requests = (async function* () {
      for (const messageRequest of questions) yield { host: 'grove', messageRequest };
    })();
    const answers: Answer[] = [];
    const stream = clients[version]().serverReflectionInfo(requests as never);
    for await (const { validHost, messageResponse } of stream) {
      expect(validHost).toBe('grove');
      answers.push(messageResponse as Answer);
    }
    return answers;
  }

  const filesOf = (answer: Answer | undefined) => {
    if (answer?.case !== 'fileDescriptorResponse') throw new Error(JSON.stringify(answer));
    return answer.value.fileDescriptorProto.map(
      (bytes) => fromBinary(FileDescriptorProtoSchema, bytes).name,
    );
  };

  it('lists the services', async () => {
    const [answer] = await ask({ case: 'listServices', value: '' });
    const listed = answer?.case === 'listServicesResponse' ? answer.value.service : [];
    expect(listed.map(({ name }) => name)).toEqual(SERVICES);
  });

  it('returns a file with its imports, by name and by symbol', async () => {
    const file = 'grove/iam/v2beta1/groups.proto';
    const answers = await ask(
      { case: 'fileByFilename', value: file },
      ...['GroupsService', 'GroupsService.ListGroups', 'Group', 'Group.name'].map((name) => ({
        case: 'fileContainingSymbol',
        value: `grove.iam.v2beta1.${name}`,
      })),
    );
    for (const answer of answers) {
      expect(filesOf(answer)[0]).toBe(file);
      expect(filesOf(answer)).toEqual(
        expect.arrayContaining([
          'google/api/annotations.proto',
          'google/protobuf/descriptor.proto',
          'google/protobuf/timestamp.proto',
          'grove/common/v2beta1/uidp.proto',
        ]),
      );
    }
  });

  it('knows extensions', async () => {
    const containingType = 'google.protobuf.MethodOptions';
    const [numbers, file] = await ask(
      { case: 'allExtensionNumbersOfType', value: containingType },
      { case: 'fileContainingExtension', value: { containingType, extensionNumber: 72295728 } },
    );
    expect(numbers?.value).toMatchObject({ extensionNumber: [72295728] });
    expect(filesOf(file)[0]).toBe('google/api/annotations.proto');
  });

  it('does not know how to sign in, which only REST has', async () => {
    const symbols = SIGN_IN_SERVICES.map(({ typeName }) => typeName);
    const answers = await ask(
      ...[...symbols, 'grove.auth.v1.Caller'].map((value) => ({
        case: 'fileContainingSymbol',
        value,
      })),
    );
    const codes = answers.map((one) => one.case === 'errorResponse' && one.value.errorCode);
    expect(codes).toEqual([...symbols, ''].map(() => Code.NotFound));
  });

  it('reports unknown symbols, and continues', async () => {
    const answers = await ask(
      { case: 'fileByFilename', value: 'none.proto' },
      { case: 'fileContainingSymbol', value: 'grove.iam.v2beta1.Group.none' },
      { case: 'fileContainingSymbol', value: '' },
      { case: 'allExtensionNumbersOfType', value: 'none' },
    );
    const codes = answers.map((one) => one.case === 'errorResponse' && one.value.errorCode);
    expect(codes).toEqual([Code.NotFound, Code.NotFound, Code.NotFound, Code.NotFound]);
  });
});

it.each(SIGNING_IN)('does not call $name, which only REST has', async (method) => {
  const headers = { authorization: `Bearer ${grove.ownerToken}` };
  const path = `${grove.url}/${method.parent.typeName}/${method.name}`;
  const overConnect = await fetch(path, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: '{}',
  });
  expect([overConnect.status, await overConnect.json()]).toMatchObject([
    501,
    { code: 'unimplemented' },
  ]);
  const overGrpc = transport().unary(method, undefined, undefined, headers, {});
  await expect(overGrpc).rejects.toMatchObject({ code: Code.Unimplemented });
});

describe('health', () => {
  const health = () => createClient(Health, transport());

  it('reports the server and each service, without a token', async () => {
    for (const service of ['', ...SERVICES]) {
      expect((await health().check({ service })).status).toBe(Serving.SERVING);
    }
    const { statuses } = await health().list({});
    expect(Object.keys(statuses).sort()).toEqual(['', ...SERVICES].sort());
    const unknown = await health()
      .check({ service: 'none' })
      .catch((error: unknown) => ConnectError.from(error).code);
    expect(unknown).toBe(Code.NotFound);
  });

  it('notifies watchers when the database is away, and when it is back', async () => {
    const end = new AbortController();
    const seen: Serving[] = [];
    const away = vi.spyOn(committed, 'count');
    const { signal } = end;
    try {
      for await (const { status } of health().watch({ service: '' }, { signal })) {
        seen.push(status);
        if (seen.length === 1) away.mockRejectedValue(new Error('away'));
        if (seen.length === 2) away.mockRestore();
        if (seen.length === 3) break;
      }
    } finally {
      away.mockRestore();
      end.abort();
    }
    expect(seen).toEqual([Serving.SERVING, Serving.NOT_SERVING, Serving.SERVING]);
  });

  it('notifies watchers when the server stops', async () => {
    const server = createGroveServer();
    const port = await freePort();
    await server.listen(port, '127.0.0.1');
    const baseUrl = `http://127.0.0.1:${port}`;
    const client = createClient(Health, createGrpcTransport({ baseUrl }));
    const seen: Serving[] = [];
    const { promise: first, resolve } = Promise.withResolvers<void>();
    const watched = (async () => {
      for await (const { status } of client.watch({ service: '' })) {
        seen.push(status);
        resolve();
      }
    })();
    await first;
    await server.close();
    await watched;
    expect(seen).toEqual([Serving.SERVING, Serving.NOT_SERVING]);
  });
});
