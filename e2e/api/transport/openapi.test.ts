import { readFileSync } from 'node:fs';
import { describe, expect } from 'vitest';
import { fromJson } from '@bufbuild/protobuf';
import { writeV1Callers } from '#lib/audit/v1-callers.ts';
import { chainAndSign } from '#lib/service/record/upkeep.ts';
import { config } from '#lib/config.ts';
import { MAY_BE_ABSENT } from '#lib/resources/absent.ts';
import { builtInRole } from '#lib/resources/built-in-roles.ts';
import { collectionPath } from '#lib/resources/define.ts';
import { EXAMPLE_UID } from '#lib/resources/fields.ts';
import { RESOURCES } from '#lib/resources/index.ts';
import { transaction } from '#lib/store/store.ts';
import { methodOf, SERVICES, SIGN_IN_SERVICES } from '#lib/transport/methods/services.ts';
import { grove, it } from '../fixtures.ts';
import type { Json } from '../harness.ts';
import { ok } from '../support/answers.ts';
import { brokenRules, readDescription } from '../support/api-description.ts';
import type { ApiDescription } from '../support/api-description.ts';
import { rowsIn } from '../support/database.ts';
import { newWorld } from '../support/world.ts';
import type { Kind } from '../support/world.ts';

let document: Json;
let schemas: ApiDescription['schemas'];
let problems: ApiDescription['problems'];
let kinds: Kind[];
let world: string;

it.beforeAll(async () => {
  document = ok(await grove.get('/openapi.json', { token: null }));
  ({ schemas, problems } = readDescription(document));
  ({ group: world, kinds } = await newWorld(grove));
});

it('keeps the rules of a linter', async () => {
  expect(await brokenRules(document)).toEqual([]);
});

it('describes everything', () => {
  const silent = Object.entries(schemas).flatMap(([name, { description, properties }]) => [
    ...(description ? [] : [name]),
    ...Object.entries(properties).flatMap(([field, value]) =>
      (value as Json)['description'] ? [] : [`${name}.${field}`],
    ),
  ]);
  expect(silent).toEqual([]);
});

it('names the bound of every list and map of a body', () => {
  const within = (schema: unknown, path: string): string[] => {
    if (typeof schema !== 'object' || schema === null) return [];
    const { type, additionalProperties, maxItems, maxProperties } = schema as Json;
    const types = [type].flat();
    const isMap = types.includes('object') && typeof additionalProperties === 'object';
    const isUnbounded =
      (types.includes('array') && maxItems === undefined) || (isMap && maxProperties === undefined);
    const inner = Object.entries(schema).filter(([, one]) => (one as Json)?.['readOnly'] !== true);
    return [
      ...(isUnbounded ? [path] : []),
      ...inner.flatMap(([name, one]) => within(one, `${path}.${name}`)),
    ];
  };
  const bodies = Object.entries(schemas).filter(([name]) => /(?:Input|Patch)$/.test(name));
  expect(bodies.length).toBeGreaterThan(10);
  expect(bodies.flatMap(([name, schema]) => within(schema, name))).toEqual([]);
  expect(schemas['IdentityInput']?.properties).toMatchObject({
    claimMatch: {
      properties: { claims: { maxProperties: 20 }, claimPatterns: { maxProperties: 20 } },
    },
  });
});

it('breaks no code word', () => {
  const texts =
    JSON.stringify(document).match(/"(?:description|summary)":"(?:[^"\\]|\\.)*"/g) ?? [];
  expect(texts.length).toBeGreaterThan(100);
  const torn = texts.filter((text) => {
    const words = text.split('`').filter((_, at) => at % 2 === 1);
    return text.split('`').length % 2 === 0 || words.some((word) => /\w- /.test(word));
  });
  expect(torn).toEqual([]);
});

it('names only fields that exist as ones that may be absent', () => {
  for (const [name, fields] of Object.entries(MAY_BE_ABSENT)) {
    expect(Object.keys(schemas[name]?.properties ?? {})).toEqual(
      expect.arrayContaining([...fields]),
    );
  }
});

it('requires fields that every response has', () => {
  expect(schemas['Group']?.required).toEqual([
    'uid',
    'name',
    'description',
    'resourceLimits',
    'verified',
    'createTime',
    'updateTime',
  ]);
  expect(schemas['ListGroupsResponse']?.required).toEqual([
    'groups',
    'nextPageToken',
    'totalCount',
    'skipped',
  ]);
});

it('describes files in each of their media types', async () => {
  const path = '/vulnerabilities/v2beta1/advisories';
  const file = new URL('../../../lib/import/advisories/fixtures/kinds.yaml', import.meta.url);
  const headers = { authorization: `Bearer ${grove.ownerToken}` };
  const report = await fetch(`${grove.url}${path}:import?group_uid=${world}`, {
    method: 'POST',
    headers,
    body: readFileSync(file),
  });
  expect(problems('ImportReport', await report.json())).toEqual([]);
  const page = ok(await grove.get(`${path}?page_size=200`));
  expect(page['totalCount']).not.toBe('0');
  expect(problems('ListAdvisoriesResponse', page)).toEqual([]);
  type Content = Record<string, { schema: Json }>;
  type Paths = Record<string, { get: { responses: Record<string, { content: Content }> } }>;
  const described = (document['paths'] as Paths)[`${path}:export`]?.get.responses['200'];
  const types = [];
  for (const format of ['osv', 'openvex']) {
    const query = `group_uid=${world}&format=${format}`;
    const exported = await fetch(`${grove.url}${path}:export?${query}`, { headers });
    const type = exported.headers.get('content-type')?.split(';', 1)[0] ?? '';
    types.push(type);
    if (type === 'application/json') {
      expect(problems('OpenVexDocument', await exported.json())).toEqual([]);
    }
  }
  expect(types).toEqual(Object.keys(described?.content ?? {}));
});

it('describes the differences without a parent', () => {
  const made = operations().find(({ operationId }) => operationId === 'CreateGroupAtRoot');
  expect(made?.summary).toBe('Creates a root group');
});

interface Operation {
  summary: string;
  operationId: string;
  tags: string[];
  parameters?: { name?: string; $ref?: string }[];
  'x-grpc'?: { method: string; uid?: string; body?: string };
}

const operations = () =>
  Object.values(document['paths'] as Record<string, Record<string, Operation>>).flatMap((verbs) =>
    Object.values(verbs),
  );

it('says how to call each operation over gRPC', () => {
  const bound = new Map(
    operations().map(({ operationId, 'x-grpc': grpc }) => [operationId, grpc] as const),
  );
  expect(bound.get('UpdateGroup')).toEqual({
    method: 'grove.iam.v2beta1.GroupsService/UpdateGroup',
    uid: 'group.uid',
    body: 'group',
  });
  expect(bound.get('ExplainAccess')).toEqual({
    method: 'grove.iam.v2beta1.AccessService/ExplainAccess',
    body: '*',
  });
  const methods = SERVICES.flatMap(({ typeName, methods: all }) =>
    all.map(({ name }) => `${typeName}/${name}`),
  );
  const named = [...bound.values()].flatMap((grpc) => grpc?.method ?? []);
  expect([...new Set(named)].sort()).toEqual(methods.sort());
  const overRestOnly = [...bound].flatMap(([id, grpc]) => (grpc === undefined ? [id] : []));
  const ofSignIn = SIGN_IN_SERVICES.flatMap(({ methods: all }) => all.map(({ name }) => name));
  expect(overRestOnly).toEqual([...ofSignIn, 'ImportAdvisories', 'ExportAdvisories']);
});

it('lists no parameter that a root group does not take', async () => {
  const made = operations().find(({ operationId }) => operationId === 'CreateGroupAtRoot');
  expect(made?.parameters).toEqual([]);
  // The message of gRPC has this field, the address of REST does not.
  const refused = await fetch(`${grove.url}/iam/v2beta1/groups?parent_uid=${grove.rootUid}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${grove.ownerToken}`, 'content-type': 'application/json' },
    body: '{"name":"below"}',
  });
  expect(refused.status).toBe(400);
});

it('has valid examples', () => {
  for (const { type, input, example } of RESOURCES) {
    if (input === undefined) continue;
    expect([type, problems(`${type}Input`, example)]).toEqual([type, []]);
  }
  const { responses } = document['components'] as { responses: Record<string, Json> };
  for (const [name, response] of Object.entries(responses)) {
    const { content } = response as {
      content: Record<string, { examples: Record<string, { value: unknown }> }>;
    };
    for (const { value } of Object.values(content['application/json']?.examples ?? {})) {
      expect([name, problems('Error', value)]).toEqual([name, []]);
    }
  }
});

describe('an example', () => {
  interface Described {
    requestBody?: { content: Record<string, { example?: Json }> };
  }
  const examples = () =>
    Object.entries(document['paths'] as Record<string, Record<string, Described>>).flatMap(
      ([path, verbs]) =>
        Object.entries(verbs).flatMap(([verb, { requestBody }]) => {
          const example = requestBody?.content['application/json']?.example;
          return example === undefined ? [] : [{ path, verb, example }];
        }),
    );

  /** The organization that the examples name, in which the caller is an owner. */
  async function insertNamed(): Promise<void> {
    const group = await rowsIn('Group').findOnly({ where: { uid: grove.rootUid } });
    const owner = await rowsIn('Identity').findOnly({ where: { uid: grove.ownerUid } });
    const own = { uid: `${EXAMPLE_UID}/0123456789abcdef`, parent: EXAMPLE_UID };
    const named = `${EXAMPLE_UID}/f32073104fd75b9b`;
    await transaction(async (tx) => {
      await tx.insert('Group', { ...group, uid: EXAMPLE_UID, name: 'examples' });
      await tx.insert('Identity', { ...owner, ...own });
      await tx.insert('Identity', { ...owner, ...own, uid: named, name: 'ci', subject: 'ci' });
      const binding = { ...own, identityUid: own.uid, roleUid: builtInRole('owner').uid };
      await tx.insert('RoleBinding', { ...binding, createTime: new Date() });
    });
  }

  /** The rule that the example of an access request names, for the caller. */
  async function insertRule(): Promise<void> {
    const lists = { requesterRoles: [builtInRole('owner').uid], requesterIdentities: [] };
    const answers = { approverIdentities: [], approvals: 1, waitDuration: 60 };
    const now = new Date();
    await transaction((tx) =>
      tx.insert('RequestRule', {
        uid: `${EXAMPLE_UID}/${'1'.repeat(16)}`,
        parent: EXAMPLE_UID,
        name: 'one',
        roles: [builtInRole('editor').uid],
        maxDuration: 86_400,
        ...lists,
        ...answers,
        createTime: now,
        updateTime: now,
      }),
    );
  }

  it('is accepted as it stands', async () => {
    expect(examples().length).toBeGreaterThan(15);
    await insertNamed();
    await insertRule();
    const made = new Map<string, string>();
    for (const { path, verb, example } of examples().sort((a, b) => (a.verb < b.verb ? 1 : -1))) {
      const uid = verb === 'patch' ? made.get(path) : EXAMPLE_UID;
      const answer = await grove.call(verb.toUpperCase(), path.replace('{uid}', uid ?? ''), {
        body: example,
      });
      expect([verb, path, answer.status, answer.body['message']]).toEqual([
        verb,
        path,
        200,
        undefined,
      ]);
      made.set(path, String(answer.body['uid']));
    }
  });
});

describe.each(RESOURCES.map((definition) => [definition.type, definition] as const))(
  '%s',
  (type, definition) => {
    const path = collectionPath(definition);
    const kind = () => kinds.find((one) => one.path === path);
    const message = methodOf(definition, 'get').output;

    it('names the 304 of a resource that the client has', async () => {
      const { uid } = kind() ?? {};
      if (uid === undefined) return;
      const { headers } = await grove.get(`${path}/${uid}`);
      const known = { 'if-none-match': headers.get('etag') ?? '' };
      const { status } = await grove.get(`${path}/${uid}`, { headers: known });
      type Paths = Record<string, { get?: { parameters: Json[]; responses: Json } }>;
      const described = (document['paths'] as Paths)[`${path}/{uid}`]?.get;
      expect(Object.keys(described?.responses ?? {})).toContain(String(status));
      expect(Object.keys(described?.responses ?? {}).includes('304')).toBe(status === 304);
      expect(JSON.stringify(described?.parameters).includes('IfNoneMatch')).toBe(status === 304);
    });

    it('names the fields that validation and messages name', () => {
      const inputs = Object.keys(definition.input?.shape ?? {});
      const fields = message.fields.map(({ jsonName }) => jsonName);
      const answered = Object.keys(schemas[type]?.properties ?? {});
      for (const name of inputs) expect(fields).toContain(name);
      for (const name of answered) expect(fields).toContain(name);
      expect(fields.filter((name) => !answered.includes(name) && !inputs.includes(name))).toEqual(
        [],
      );
      if (definition.input === undefined) return;
      const body = schemas[`${type}Input`];
      expect(Object.keys(body?.properties ?? {}).sort()).toEqual([...fields].sort());
      const required = inputs.filter(
        (name) => definition.input?.shape[name]?.safeParse(undefined).success === false,
      );
      expect([...(body?.required ?? [])].sort()).toEqual(required.sort());
    });

    it('matches real responses, as its message does', async () => {
      const one = kind();
      if (one === undefined) return;
      const page = ok(await grove.get(`${path}?page_size=200`));
      expect(problems(`List${collectionName(definition.collection)}Response`, page)).toEqual([]);
      const read = ok(await grove.get(`${path}/${one.uid}`));
      expect(problems(type, read)).toEqual([]);
      expect(() => fromJson(message, read as never)).not.toThrow();
      if (one.create === undefined) return;
      const made = ok(await grove.post(`${path}/${one.parent ?? world}`, one.create));
      expect(problems(type, made)).toEqual([]);
      expect(problems(`${type}Input`, one.create)).toEqual([]);
      expect(() => fromJson(message, made as never)).not.toThrow();
      if (one.update === undefined) return;
      expect(problems(`${type}Patch`, one.update)).toEqual([]);
      const changed = ok(await grove.patch(`${path}/${one.uid}`, one.update));
      expect(problems(type, changed)).toEqual([]);
    });
  },
);

it('matches real errors', async () => {
  const answers = [
    await grove.post(`/iam/v2beta1/groups/${grove.rootUid}`, { name: 'No!' }),
    await grove.get('/iam/v2beta1/groups', { token: null }),
    await grove.get(`/iam/v2beta1/groups/${grove.rootUid}/0123456789abcdef`),
    await grove.call('PUT', '/iam/v2beta1/groups'),
    await grove.del(`/iam/v2beta1/groups/${grove.rootUid}`),
  ];
  expect(answers.map(({ body }) => problems('Error', body))).toEqual(answers.map(() => []));
});

it('describes the custom methods', async () => {
  const summary = ok(await grove.get(`/iam/v2beta1/groups:summarize?group_uid=${grove.rootUid}`));
  expect(problems('SummarizeGroupResponse', summary)).toEqual([]);
  const question = { identityUid: grove.ownerUid, groupUid: grove.rootUid };
  expect(problems('ExplainAccessRequest', question)).toEqual([]);
  const all = ok(await grove.post('/iam/v2beta1/access:explain', question));
  expect(problems('ExplainAccessResponse', all)).toEqual([]);
  const asked = { ...question, capability: 'groups.list' };
  const one = ok(await grove.post('/iam/v2beta1/access:explain', asked));
  expect(problems('ExplainAccessResponse', one)).toEqual([]);
  const query = `group_uid=${grove.rootUid}&capability=groups.list`;
  const who = ok(await grove.get(`/iam/v2beta1/access:whoCan?${query}`));
  expect(problems('WhoCanResponse', who)).toEqual([]);
  ok(await grove.get('/iam/v1/groups'));
  await writeV1Callers();
  const callers = `/iam/v2beta1/auditEvents:v1Callers?group_uid=${grove.rootUid}`;
  const answer = ok(await grove.get(callers));
  expect(answer['callers']).toHaveLength(1);
  expect(problems('ListV1CallersResponse', answer)).toEqual([]);
  await chainAndSign();
  const head = ok(await grove.get(`/iam/v2beta1/auditEvents:head?group_uid=${grove.rootUid}`));
  expect(head).toHaveProperty('head.keyId');
  expect(problems('GetAuditHeadResponse', head)).toEqual([]);
  Object.assign(config(), { systemViewers: { uids: [grove.rootUid], everyOwner: false } });
  const system = ok(await grove.get('/iam/v2beta1/system:summarize'));
  expect(problems('SummarizeSystemResponse', system)).toEqual([]);
});

function collectionName(collection: string): string {
  return collection.charAt(0).toUpperCase() + collection.slice(1);
}
