// @module-tag many-runs
import fc from 'fast-check';
import { expect } from 'vitest';
import type { ResourceDefinition, ResourceType } from '#lib/resources/define.ts';
import { V1_RESOURCES } from '#lib/transport/v1/resources.ts';
import { randomly } from '../../support/random.ts';
import { grove, it } from '../fixtures.ts';
import type { Answer, Json } from '../harness.ts';
import { ok } from '../support/answers.ts';
import { listAll } from '../support/lists.ts';
import { newGroup, newPerson, roleUidOf } from '../support/people.ts';
import { asV1, messageAsV1, v1Field, v1PathOf } from '../support/v1-names.ts';
import { build, plan } from './world.ts';

const pathOf = ({ domain, collection }: ResourceDefinition) => `/${domain}/v2beta1/${collection}`;

/** The fields that differ between two resources created alike. */
const OF_ITS_OWN = ['uid', 'createTime', 'updateTime', 'lastSeenTime', 'expirationTime'];
const SECRETS = ['code', 'keyId'];

function alike(resource: Json): Json {
  return Object.fromEntries(
    Object.entries(resource).map(([name, value]) => [
      name,
      [...OF_ITS_OWN, ...SECRETS].some((one) => [one, v1Field(one)].includes(name))
        ? typeof value
        : value,
    ]),
  );
}

/** Checks that both answer alike, with v2's and with v1's names. */
function expectAlike(inV1: Answer, inV2: Answer, parents: [string, string]): void {
  expect(inV1.status, `${inV1.text}\n${inV2.text}`).toBe(inV2.status);
  if (inV2.status === 200) {
    const text = JSON.stringify(alike(asV1(inV2.body)));
    // Each resource is in a group of its own.
    expect(alike(inV1.body)).toEqual(JSON.parse(text.replaceAll(parents[1], parents[0])));
    return;
  }
  const { code, message } = inV2.body as { code: number; message: string };
  const said = messageAsV1(message).replaceAll(parents[1], parents[0]);
  expect(inV1.body).toEqual({ code, message: said });
}

it('lists are those of v2, whatever there is and whatever they are narrowed by', async () => {
  await fc.assert(
    fc.asyncProperty(plan, fc.nat(9_999), fc.nat(9_999), async (world, which, kind) => {
      const model = await build(world);
      const groups = model.all('Group');
      const group = groups[which % groups.length]?.uid ?? '';
      const narrowed = ['descendants_of', 'children_of', 'ancestors_of'][kind % 3] ?? '';
      for (const definition of V1_RESOURCES) {
        const { filters, type } = definition;
        const thing = model.all(type)[which % 7] as unknown as Json | undefined;
        // Values that filters find, besides values that match nothing.
        const values = Object.entries(filters).flatMap(([name, filter]): [string, string][] => {
          if (filter.kind !== 'equals') return [];
          const value = thing?.[filter.column];
          return typeof value === 'string' ? [[name, value]] : [];
        });
        const queries: Record<string, string>[] = [
          { [`uidp.${narrowed}`]: group },
          { 'uidp.in_root': 'true' },
          { 'uidp.ids': String(thing?.['uid'] ?? group) },
          ...values.map(([name, value]) => ({ [name]: value })),
        ];
        for (const query of queries) {
          const all = await listAll(grove, pathOf(definition), { ...query, page_size: 3 });
          const search = new URLSearchParams(query).toString();
          const answer = ok(await grove.get(`${v1PathOf(pathOf(definition))}?${search}`));
          expect(answer, search).toEqual({ items: asV1(all) });
        }
        const id = String(thing?.['uid'] ?? group);
        const one = await grove.get(`${pathOf(definition)}/${id}`);
        const found = ok(await grove.get(`${v1PathOf(pathOf(definition))}?id=${id}`));
        expect(found).toEqual({ items: one.status === 200 ? [asV1(one.body)] : [] });
      }
    }),
    randomly(1),
  );
});

/** What a field may hold. */
interface Values {
  good: readonly unknown[];
  bad: readonly unknown[];
}

interface Form {
  type: ResourceType;
  fields: Record<string, Values>;
}

const maybe = (good: readonly unknown[], ...bad: readonly unknown[]): Values => ({ good, bad });

/** Mostly a good value, sometimes a bad one or none. */
const anyOf = ({ good, bad }: Values) =>
  fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...good) },
    { weight: 1, arbitrary: fc.constantFrom(undefined, ...bad) },
  );

/** The same body each time, so that the covered cases do not depend on chance. */
const bodyOf = ({ fields }: Form, values: keyof Values): Json =>
  Object.fromEntries(Object.entries(fields).map(([name, of]) => [name, of[values][0]]));

const described = {
  name: maybe(['one', 'two', 'three'], '', 'UPPER', 7),
  description: maybe(['', 'some', undefined], null),
};

/** @param people uids of two identities. */
const forms = (people: readonly string[]): Form[] => [
  { type: 'Group', fields: described },
  {
    type: 'Identity',
    fields: {
      ...described,
      claimMatch: maybe(
        [
          { issuer: 'https://a.example', subject: 's', claims: { uid: 'a', createTime: 'b' } },
          { issuer: 'https://a.example', subjectPattern: '.*', audience: 'x' },
        ],
        { issuer: 'nowhere', subject: 's', roleUid: 1 },
        { subject: 's' },
      ),
    },
  },
  {
    type: 'Role',
    fields: {
      ...described,
      capabilities: maybe([['groups.list'], ['repo.list', 'tag.list']], [], ['groups.fly'], 'all'),
    },
  },
  {
    type: 'RoleBinding',
    fields: {
      identityUid: maybe(['0', ...people].slice(-2), 'x'),
      roleUid: maybe([roleUidOf('viewer'), roleUidOf('editor')], 'x', '0'.repeat(40)),
    },
  },
  {
    type: 'IdentityProvider',
    fields: {
      ...described,
      defaultRole: maybe([roleUidOf('viewer'), undefined], 'x'),
      oidc: maybe(
        [
          { issuer: 'https://a.example', clientId: 'c', additionalScopes: ['groups'] },
          { issuer: 'https://a.example', clientId: 'c', clientSecret: 's' },
        ],
        { issuer: 'https://b.example', clientId: '' },
      ),
    },
  },
  {
    type: 'AccountAssociation',
    fields: {
      ...described,
      amazon: maybe([{ account: '123456789012' }], { account: 'x' }),
      azure: maybe([
        undefined,
        {
          tenantId: '00000000-0000-0000-0000-000000000000',
          clientIds: { uid: '00000000-0000-0000-0000-000000000001' },
        },
      ]),
    },
  },
  {
    type: 'GroupInvite',
    fields: {
      roleUid: maybe([roleUidOf('viewer')], 'x'),
      ttl: maybe(['60s', '3600s'], '1s', 5),
      email: maybe(['a@example.com', undefined], 'nobody'),
      singleUse: maybe([true, undefined], 'yes'),
    },
  },
];

const withoutAbsent = (body: Json): Json =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));

it.each(forms([]).map(({ type }, index) => [type, index] as const))(
  'what is written of a %s is what v2 writes, and a put what a mask of all fields changes',
  async (type, index) => {
    const definition = V1_RESOURCES.find((one) => one.type === type) as ResourceDefinition;
    const people = [(await newPerson(grove)).uid, (await newPerson(grove)).uid];
    const form = forms(people)[index] as Form;
    const anyField = Object.entries(form.fields).map(([name, values]) => [name, anyOf(values)]);
    const body = fc.record<Json>(Object.fromEntries(anyField)).map(withoutAbsent);
    const [good, bad] = [bodyOf(form, 'good'), bodyOf(form, 'bad')].map(withoutAbsent) as [
      Json,
      Json,
    ];
    const [pathV2, pathV1] = [pathOf(definition), v1PathOf(pathOf(definition))];
    const met = new Set<string>();
    await fc.assert(
      fc.asyncProperty(body, fc.array(body, { maxLength: 4 }), async (first, changes) => {
        const parents: [string, string] = [
          await newGroup(grove, grove.rootUid),
          await newGroup(grove, grove.rootUid),
        ];
        const inV1 = await grove.post(`${pathV1}/${parents[0]}`, asV1(first));
        const inV2 = await grove.post(`${pathV2}/${parents[1]}`, first);
        expectNames(inV1, inV2, parents);
        met.add(`create ${inV2.status}`);
        if (inV2.status !== 200) return;
        const [id, uid] = [String(inV1.body['id']), String(inV2.body['uid'])];
        for (const change of changes.filter(() => definition.verbs.includes('update'))) {
          const put = await grove.call('PUT', `${pathV1}/${id}`, { body: asV1(change) });
          const patch = await grove.patch(`${pathV2}/${uid}?update_mask=*`, change);
          expectNames(put, patch, parents);
          met.add(`update ${patch.status}`);
        }
        const gone = [await grove.del(`${pathV1}/${id}`), await grove.del(`${pathV2}/${uid}`)];
        expect(gone.map(({ status, text }) => [status, text])).toEqual([
          [200, ''],
          [200, ''],
        ]);
      }),
      {
        ...randomly(3),
        examples: [
          [bad, []],
          [good, [good, bad]],
        ],
      },
    );
    const updates = definition.verbs.includes('update') ? ['update 200', 'update 400'] : [];
    expect([...met]).toEqual(expect.arrayContaining(['create 200', 'create 400', ...updates]));
  },
);

/** The group of a binding has another name in each. */
function expectNames(inV1: Answer, inV2: Answer, parents: [string, string]): void {
  const group = inV1.body['group'] as Json | undefined;
  if (group !== undefined) Object.assign(inV2.body['group'] as Json, { name: group['name'] });
  expectAlike(inV1, inV2, parents);
}
