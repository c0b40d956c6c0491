/** Random organizations, inserted directly into the tables and into a model. */
import fc from 'fast-check';
import { BUILT_IN_ROLES, builtInRole } from '#lib/resources/built-in-roles.ts';
import { CAPABILITIES } from '#lib/resources/capabilities.ts';
import { newChildUid, newRootUid } from '#lib/aip/uid.ts';
import { RESOURCE_TYPES } from '#lib/resources/catalog.ts';
import type { ResourceType } from '#lib/resources/define.ts';
import { definitionOf, exampleColumns, isAlone } from '../support/example-rows.ts';
import { transaction } from '#lib/store/store.ts';
import { Model } from './model.ts';

/** All numbers are picks: any number selects one of what exists. */
export interface Plan {
  groups: number[];
  identities: number[];
  roles: { group: number; capabilities: string[] }[];
  bindings: { group: number; identity: number; role: number }[];
  others: { type: ResourceType; group: number; role: number }[];
}

/** The others are planned separately. */
const OTHERS = RESOURCE_TYPES.filter(
  (type) => !['Group', 'Identity', 'Role', 'RoleBinding', 'AccessRequest'].includes(type),
);

const pick = fc.nat(9_999);

/** Picks the owner role regardless of other roles, because built-in ones come first. */
const OWNER = BUILT_IN_ROLES.findIndex(({ name }) => name === 'owner');

/** Only some of the capabilities, so that more are missing somewhere. */
export const capabilities = fc.subarray([...CAPABILITIES], { minLength: 1 });

export const plan: fc.Arbitrary<Plan> = fc.record({
  groups: fc.array(pick, { minLength: 3, maxLength: 12 }),
  identities: fc.array(pick, { minLength: 2, maxLength: 5 }),
  roles: fc.array(fc.record({ group: pick, capabilities }), { maxLength: 4 }),
  bindings: fc.array(
    fc.record({
      // Often at a root, and often the owner, so that not every request is refused.
      group: fc.oneof(pick, fc.constantFrom(0, 1)),
      identity: pick,
      role: fc.oneof(pick, fc.constant(OWNER)),
    }),
    { minLength: 3, maxLength: 12 },
  ),
  others: fc.array(fc.record({ type: fc.constantFrom(...OTHERS), group: pick, role: pick }), {
    minLength: 7,
    maxLength: 20,
  }),
});

export const at = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;

/** Columns that must differ or that the example lacks, without uid, parent and times. */
const COLUMNS: Partial<
  Record<ResourceType, (id: string, roleUid: string, identityUid: string) => object>
> = {
  IdentityProvider: (name, defaultRole) => ({
    name,
    defaultRole,
    issuer: 'https://idp.example.com',
    clientId: 'c',
    additionalScopes: [],
  }),
  AccountAssociation: (name) => ({ name, amazon: { account: '123456789012' } }),
  GroupInvite: (keyId, roleUid) => ({
    keyId,
    roleUid,
    codeHash: keyId,
    expirationTime: new Date(Date.now() + 1e6),
  }),
  IdentityKey: (keyId, roleUid, identityUid) => ({
    name: keyId,
    keyId,
    identityUid,
    roleUid,
    keyHash: keyId,
    allowedNetworks: [],
    expirationTime: new Date(Date.now() + 1e6),
  }),
  SavedView: (name) => ({ name, collection: 'advisories', owner: '', filters: [], columns: [] }),
  Subscription: (name, _roleUid, identityUid) => ({
    name,
    identityUid,
    types: ['*'],
    url: 'https://hooks.example.com',
  }),
  RequestRule: (name, roleUid, identityUid) => ({
    name,
    roles: [roleUid],
    requesterRoles: [],
    requesterIdentities: [],
    approverIdentities: [],
    approvals: 1,
    maxDuration: 60,
    waitDuration: 60,
    makerIdentities: [identityUid],
  }),
  RegistrySource: () => ({ url: 'https://registry.example.com' }),
  Repo: (name) => ({ name, bundles: [], aliases: [], activeTags: [] }),
  Tag: (name) => ({ name, digest: `sha256:${name}`, bundles: [], architectures: [] }),
  Advisory: (advisoryId) => ({
    advisoryId,
    artifactName: 'a',
    artifactType: 'apk',
    status: 'FIXED',
    severities: [],
    aliases: [],
    events: [],
  }),
  AuditEvent: (requestId) => ({
    requestId,
    type: 'grove.iam.group.created.v1',
    actor: 'someone',
    identities: [],
    resource: 'r',
    operation: 'create',
    result: 'OK',
  }),
};

/** The columns that name a role or an identity, where the model has another name for them. */
interface Named {
  roleUid?: string;
  defaultRole?: string;
  roles?: string[];
  makerIdentities?: string[];
}

/** The model's name of a view's collection. */
const shownBy = (type: ResourceType) => (type === 'SavedView' ? { shows: 'Advisory' } : {});

/** Inserts the plan as new root groups. */
export async function build({ groups, identities, roles, bindings, others }: Plan): Promise<Model> {
  const model = new Model(builtInRole('owner').uid);
  for (const { uid, capabilities } of BUILT_IN_ROLES) {
    model.things.set(uid, { type: 'Role', uid, parent: '', capabilities });
  }
  const groupUids: string[] = [];
  const identityUids: string[] = [];
  const roleUids = BUILT_IN_ROLES.map(({ uid }) => uid);
  await transaction(async (tx) => {
    const add = async (type: ResourceType, uid: string, parent: string, columns: object) => {
      const createTime = new Date();
      const hasUpdate = 'updated_at' in definitionOf(type).orders;
      const times = hasUpdate ? { createTime, updateTime: createTime } : { createTime };
      await tx.insert(type, { uid, parent, ...times, ...columns });
      // A column may have a different name in the model.
      model.things.set(uid, { ...columns, ...shownBy(type), type, uid, parent });
    };
    for (const [index, parentPick] of groups.entries()) {
      const parent = index < 2 ? '' : at(groupUids, parentPick);
      const uid = index < 2 ? newRootUid() : newChildUid(parent);
      await add('Group', uid, parent, { name: `g ${uid.slice(-16)}`, resourceLimits: {} });
      groupUids.push(uid);
    }
    for (const groupPick of identities) {
      const parent = at(groupUids, groupPick);
      const uid = newChildUid(parent);
      const match = { issuer: 'https://people.example.com', subject: uid };
      const seen = { claims: {}, claimPatterns: {}, lastSeenTime: new Date() };
      await add('Identity', uid, parent, { name: uid.slice(-33), ...match, ...seen });
      identityUids.push(uid);
    }
    for (const { group, capabilities } of roles) {
      const parent = at(groupUids, group);
      const uid = newChildUid(parent);
      await add('Role', uid, parent, { name: uid.slice(-33), capabilities });
      roleUids.push(uid);
    }
    const bindable = (parent: string, rolePick: number) =>
      at(
        roleUids.filter(
          (uid) => !uid.includes('/') || `${parent}/`.startsWith(`${uid.slice(0, -17)}/`),
        ),
        rolePick,
      );
    const bound = new Set<string>();
    for (const { group, identity, role } of bindings) {
      const parent = at(groupUids, group);
      const columns = { identityUid: at(identityUids, identity), roleUid: bindable(parent, role) };
      const key = JSON.stringify([parent, columns]);
      if (bound.has(key)) continue;
      bound.add(key);
      await add('RoleBinding', newChildUid(parent), parent, columns);
    }
    for (const { type, group, role } of others) {
      const identityUid = at(identityUids, group);
      // A key is in the group of its identity.
      const groupUid = type === 'IdentityKey' ? identityUid.slice(0, -17) : at(groupUids, group);
      const parent = type === 'Tag' ? at(model.all('Repo'), group)?.uid : groupUid;
      const taken = isAlone(type) && model.all(type).some((one) => one.parent === parent);
      if (parent === undefined || taken) continue;
      const uid = newChildUid(parent);
      const listed = COLUMNS[type]?.(uid.slice(-16), bindable(groupUid, role), identityUid);
      const columns = listed ?? exampleColumns(type);
      await add(type, uid, parent, columns);
      // The model has one name for every reference to a role.
      const thing = model.things.get(uid) as Named;
      if (thing.defaultRole !== undefined) thing.roleUid = thing.defaultRole;
      if (type === 'RequestRule') {
        Object.assign(thing, {
          roleUid: thing.roles?.[0],
          identityUid: thing.makerIdentities?.[0],
        });
      }
    }
  });
  return model;
}
