/**
 * Checks that the console's reference reads the document correctly, and that gRPC accepts its
 * example calls.
 */
import { execFileSync } from 'node:child_process';
import { fromJson } from '@bufbuild/protobuf';
import { describe, expect, it } from 'vitest';
import { callOf, grpcurlFor } from '#lib/client/api-reference/call-of.ts';
import type { ApiDocument } from '#lib/client/api-reference/document.ts';
import { grpcMessageOf, grpcurlOf } from '#lib/client/api-reference/grpc.ts';
import { operationGroups } from '#lib/client/api-reference/operations.ts';
import { requestOf } from '#lib/client/api-reference/request.ts';
import type { ShellRequest } from '#lib/client/curl.ts';
import { SERVICES } from '#lib/transport/methods/services.ts';
import { openApiDocument } from './document.ts';

/** The arguments that a shell would pass to grpcurl. */
function argumentsOf(command: string): string[] {
  const script = `grpcurl() { printf '%s\\0' "$@"; }; GROVE_TOKEN=secret; ${command}`;
  return execFileSync('sh', ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1);
}

const ORIGIN = 'http://localhost:3000';
const UID = '678d31da80a166288828f0c2c85b59aecca01078/f32073104fd75b9b';

const document = openApiDocument() as unknown as ApiDocument;
const operations = operationGroups(document).flatMap((group) => group.operations);
const overGrpc = operations.flatMap((one) => (one.grpc ? [{ ...one, grpc: one.grpc }] : []));

function operation(id: string) {
  const found = overGrpc.find((one) => one.id === id);
  if (found === undefined) throw new Error(`there is no ${id}`);
  return found;
}

const entered = (values: Record<string, string> = {}, body: unknown = {}) => ({
  values,
  body: JSON.stringify(body),
  file: null,
});

const message = (id: string, values?: Record<string, string>, body?: unknown) =>
  grpcMessageOf(operation(id), entered(values, body));

describe('the message of a call', () => {
  it('has the query in its fields, each of its type', () => {
    const values = {
      'uidp.descendants_of': UID,
      'uidp.in_root': 'true',
      'uidp.ids': `${UID}\n\n a `,
      page_size: '7',
      order_by: 'name desc',
      query: ' ',
    };
    expect(message('ListGroups', values)).toEqual({
      uidp: { descendantsOf: UID, inRoot: true, ids: [UID, 'a'] },
      pageSize: 7,
      orderBy: 'name desc',
    });
  });

  it('has the uid of the path and the body where they belong', () => {
    const body = { name: 'payments' };
    expect(message('GetGroup', { uid: UID })).toEqual({ uid: UID });
    expect(message('CreateGroup', { uid: UID }, body)).toEqual({ parentUid: UID, group: body });
    expect(message('CreateGroupAtRoot', {}, body)).toEqual({ group: body });
    expect(message('UpdateRoleBinding', { uid: UID }, { roleUid: 'r' })).toEqual({
      roleBinding: { uid: UID, roleUid: 'r' },
    });
    const question = { identityUid: UID, groupUid: UID };
    expect(message('ExplainAccess', {}, question)).toEqual(question);
  });

  it('has the mask as JSON has it', () => {
    const masked = (updateMask: string, body: object) =>
      message('UpdateGroup', { uid: UID, updateMask }, body)['updateMask'];
    expect(masked('name, description', { name: 'n' })).toBe('name,description');
    expect(masked('*', { name: 'n' })).toBe('name,description');
    expect(masked('', { name: 'n' })).toBeUndefined();
  });

  it('names what is emptied, which a message does not tell from what is left out', () => {
    const body = { name: 'n', claimMatch: { issuer: 'i', claims: {} } };
    expect(message('UpdateIdentity', { uid: UID }, body)['updateMask']).toBe(
      'name,claimMatch.issuer,claimMatch.claims',
    );
    expect(message('UpdateRole', { uid: UID }, { capabilities: [] })['updateMask']).toBe(
      'capabilities',
    );
    expect(message('UpdateGroup', { uid: UID }, { description: null })['updateMask']).toBe(
      'description',
    );
  });

  it.each(overGrpc.map((one) => [one.id, one] as const))('%s takes it', (_, one) => {
    const example = one.body?.kind === 'json' ? one.body.example : '{}';
    const values = Object.fromEntries(
      one.parameters.map(({ name, schema }) => {
        const inner = schema.items ?? schema;
        const value =
          inner.enum?.at(-1) ?? SAMPLES[inner.format ?? String(inner.type ?? '')] ?? UID;
        return [name, name === 'updateMask' ? 'name' : value];
      }),
    );
    const json = grpcMessageOf(one, { values, body: example, file: null });
    const [service, method] = one.grpc.method.split('/');
    const desc = SERVICES.find(({ typeName }) => typeName === service)?.methods.find(
      ({ name }) => name === method,
    );
    if (desc === undefined) throw new Error(`there is no ${one.grpc.method}`);
    expect(() => fromJson(desc.input, json as never)).not.toThrow();
  });
});

const SAMPLES: Readonly<Record<string, string>> = {
  boolean: 'true',
  int32: '1',
  'date-time': '2026-01-02T03:04:05Z',
};

describe('a request', () => {
  it.each(operations.map((one) => [one.id, one] as const))('is read as %s', (_, one) => {
    const example = one.body?.kind === 'json' ? one.body.example : '{}';
    const values = Object.fromEntries(
      one.parameters.map(({ name, schema }) => [name, schema.type === 'array' ? 'a\nb' : UID]),
    );
    const sent = { values, body: JSON.stringify(JSON.parse(example)), file: null };
    const call = callOf(operations, requestOf(one, sent));
    expect(call?.operation.id).toBe(one.id);
    expect(call?.entered).toEqual(sent);
  });

  it('of no operation is read as none', () => {
    expect(callOf(operations, { method: 'GET', path: '/sts/exchange' })).toBeNull();
    expect(callOf(operations, { method: 'GET', path: '/iam/v2beta1/groups/' })).toBeNull();
  });

  it('is a command with the mask that it has', () => {
    const update: ShellRequest = {
      method: 'PATCH',
      path: `/iam/v2beta1/groups/${UID}?updateMask=name%2Cdescription`,
      body: { name: 'n' },
      ifMatch: '"3"',
    };
    const remove = { method: 'DELETE', path: `/iam/v2beta1/groups/${UID}` };
    const [first = '', second = ''] =
      grpcurlFor(document, ORIGIN, [update, remove])?.split('\n') ?? [];
    expect(argumentsOf(first)).toContain('if-match: "3"');
    expect(argumentsOf(first)).toContain(
      JSON.stringify({ group: { name: 'n', uid: UID }, updateMask: 'name,description' }),
    );
    expect(argumentsOf(second).at(-1)).toBe('grove.iam.v2beta1.GroupsService/DeleteGroup');
    const unknown = { method: 'GET', path: '/auth/v1/me' };
    expect(grpcurlFor(document, ORIGIN, [remove, unknown])).toBeNull();
  });
});

describe('the commands', () => {
  it('name the host, the method and the metadata', () => {
    const values = { uid: UID, 'If-Match': '"3"' };
    const body = { description: `it's` };
    expect(argumentsOf(grpcurlOf(ORIGIN, operation('UpdateGroup'), entered(values, body)))).toEqual(
      [
        '-plaintext',
        '-H',
        'authorization: Bearer secret',
        '-H',
        'if-match: "3"',
        '-d',
        `{"group":{"description":"it's","uid":"${UID}"}}`,
        'localhost:3000',
        'grove.iam.v2beta1.GroupsService/UpdateGroup',
      ],
    );
  });

  it('use TLS, at its port, where the installation does', () => {
    const command = grpcurlOf('https://grove.example.com', operation('ListGroups'), entered());
    expect(argumentsOf(command)).toEqual([
      '-H',
      'authorization: Bearer secret',
      'grove.example.com:443',
      'grove.iam.v2beta1.GroupsService/ListGroups',
    ]);
  });

  it('ask the same of REST', () => {
    const values = { uid: `${UID} ?`, updateMask: 'name', 'If-Match': '"3"' };
    expect(requestOf(operation('UpdateGroup'), entered(values, { name: 'n' }))).toEqual({
      method: 'PATCH',
      path: `/iam/v2beta1/groups/${UID}%20%3F?updateMask=name`,
      ifMatch: '"3"',
      body: { name: 'n' },
    });
  });
});
