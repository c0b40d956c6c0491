/** A group with one resource of each kind, and how to create and change each kind. */
import { RESOURCES } from '#lib/resources/index.ts';
import type { Json, TestGrove } from '../harness.ts';
import { ok } from './answers.ts';
import { bind, newGroup, newPerson, roleUidOf } from './people.ts';
import { insertAdvisory, insertRepo, insertTag } from './rows.ts';

export interface Kind {
  path: string;
  family: string;
  /** The capabilities to read and to change the resource, if not those of its family. */
  reads?: string;
  changes?: string;
  /** One resource in the group. */
  uid: string;
  /** The body of another resource in `parent`; absent if none can be created. */
  create?: Json;
  parent?: string;
  update?: Json;
  deletable?: true;
}

/** @param role the role of the binding and the invite. */
export async function newWorld(
  grove: TestGrove,
  role = roleUidOf('registry.viewer'),
): Promise<{ group: string; kinds: Kind[] }> {
  const group = await newGroup(grove, grove.rootUid);
  const other = await newGroup(grove, group);
  const empty = await newGroup(grove, group);
  const iam = '/iam/v2beta1';
  const made = async (collection: string, body: Json) =>
    String(ok(await grove.post(`${iam}/${collection}/${group}`, body))['uid']);
  const association = { name: 'a', amazon: { account: '123456789012' } };
  const oidc = { issuer: 'https://idp.example.com', clientId: 'c' };
  const claimMatch = { issuer: 'https://ci.example.com', subject: 'x' };
  const custom = { name: 'r', capabilities: ['groups.list'] };
  const invite = { roleUid: role, ttl: '60s' };
  const view = { name: 'v', collection: 'groups', shared: true };
  const webhook = { url: 'https://hooks.example.com' };
  const subscription = { name: 's', types: ['*'], webhook };
  const rule = { name: 'n', roles: [role], requesterRoles: [role], maxDuration: '60s' };
  const asking = {
    ruleUid: await made('requestRules', {
      name: 'p',
      roles: [role],
      requesterIdentities: [grove.ownerUid],
      maxDuration: '3600s',
    }),
    roleUid: role,
    duration: '60s',
  };
  const person = await newPerson(grove, group);
  const key = { name: 'k', identityUid: person.uid, ttl: '60s' };
  const binding = await bind(grove, group, person.uid, role);
  const repo = await insertRepo(group, 'nginx');
  const description = { description: 'changed' };
  const kinds: Kind[] = [
    {
      path: `${iam}/groups`,
      family: 'groups',
      uid: empty,
      create: { name: 'new' },
      update: description,
      deletable: true,
    },
    {
      path: `${iam}/identities`,
      family: 'identity',
      uid: await made('identities', { name: 'i', claimMatch }),
      create: { name: 'j', claimMatch: { ...claimMatch, subject: 'y' } },
      update: description,
      deletable: true,
    },
    {
      path: `${iam}/roles`,
      family: 'roles',
      uid: await made('roles', custom),
      create: { ...custom, name: 's' },
      update: description,
      deletable: true,
    },
    {
      path: `${iam}/roleBindings`,
      family: 'role_bindings',
      uid: String(binding['uid']),
      create: { identityUid: person.uid, roleUid: roleUidOf('advisories.viewer') },
      update: {},
      deletable: true,
    },
    {
      path: `${iam}/identityProviders`,
      family: 'identity_providers',
      uid: await made('identityProviders', { name: 'p', oidc }),
      create: { name: 'q', oidc },
      update: description,
      deletable: true,
    },
    {
      path: `${iam}/accountAssociations`,
      family: 'account_associations',
      uid: await made('accountAssociations', association),
      create: association,
      parent: other,
      update: description,
      deletable: true,
    },
    {
      path: `${iam}/groupInvites`,
      family: 'group_invites',
      uid: await made('groupInvites', invite),
      create: invite,
      deletable: true,
    },
    {
      path: `${iam}/identityKeys`,
      family: 'identity_keys',
      uid: await made('identityKeys', key),
      create: { ...key, name: 'l' },
      deletable: true,
    },
    {
      path: `${iam}/subscriptions`,
      family: 'subscriptions',
      uid: await made('subscriptions', subscription),
      create: { ...subscription, name: 't' },
      update: { ordered: true },
      deletable: true,
    },
    {
      path: `${iam}/requestRules`,
      family: 'request_rules',
      uid: await made('requestRules', rule),
      create: { ...rule, name: 'o' },
      update: { emergency: false },
      deletable: true,
    },
    {
      path: `${iam}/accessRequests`,
      family: 'access_requests',
      uid: await made('accessRequests', asking),
      create: { ...asking, groupUids: [other] },
    },
    {
      path: `${iam}/savedViews`,
      family: 'saved_views',
      reads: 'groups.list',
      changes: 'saved_views.share',
      uid: await made('savedViews', view),
      create: { ...view, name: 'w' },
      update: { name: 'changed' },
      deletable: true,
    },
    { path: '/registry/v2beta1/repos', family: 'repo', uid: repo },
    { path: '/registry/v2beta1/tags', family: 'tag', uid: await insertTag(repo, 'latest') },
    {
      path: '/vulnerabilities/v2beta1/advisories',
      family: 'advisories',
      uid: await insertAdvisory(group, 'CGA-2222-2222-2222'),
    },
  ];
  for (const { domain, collection, family, verbs, example, type } of RESOURCES) {
    const path = `/${domain}/v2beta1/${collection}`;
    const isKnown = kinds.some((kind) => kind.path === path) || type === 'RegistrySource';
    if (isKnown || example === undefined) continue;
    kinds.push({
      path,
      family,
      uid: String(ok(await grove.post(`${path}/${group}`, example))['uid']),
      create: example,
      ...(verbs.includes('update') && { update: example }),
      ...(verbs.includes('delete') && { deletable: true }),
    });
  }
  const [event] = ok(await grove.get(`${iam}/auditEvents?uidp.children_of=${group}&page_size=1`))[
    'auditEvents'
  ] as Json[];
  kinds.push({ path: `${iam}/auditEvents`, family: 'audit', uid: String(event?.['uid']) });
  return { group, kinds };
}
