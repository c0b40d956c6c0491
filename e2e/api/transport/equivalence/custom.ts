/** A message that succeeds, for each operation that is not a verb of a resource. */
import { rowsIn } from '../../support/database.ts';
import { newGroup, roleUidOf } from '../../support/people.ts';
import { ask, newRule, on } from '../../support/requests.ts';
import { newSource } from '../../support/registry-sources.ts';
import type { Json } from '../../harness.ts';
import { ok } from '../../support/answers.ts';
import { namingCaller } from './naming.ts';
import { setFactor, setSession } from './world.ts';
import type { World } from './world.ts';

type Make = (world: World) => Json | Promise<Json>;

const IAM = '/iam/v2beta1';

const ofGroup: Make = ({ group }) => ({ groupUid: group });
const ofRoot: Make = ({ grove }) => ({ groupUid: grove.rootUid });

async function claimedDomain({ grove, newName }: World): Promise<Json> {
  const domain = { groupUid: grove.rootUid, name: `${newName()}.example.com` };
  ok(await grove.post(`${IAM}/groups:claimDomain`, domain));
  return domain;
}

/** The source of the silent registry, so that the sync still runs at the answer. */
async function source({ grove, scratch, silentRegistry }: World): Promise<Json> {
  const group = await newGroup(grove, scratch);
  return { uid: await newSource(grove, group, { url: silentRegistry }) };
}

async function newIdentity({ grove, scratch, newName }: World): Promise<Json> {
  const name = newName();
  const claimMatch = { issuer: 'https://ci.example.com', subject: name };
  const { uid } = ok(await grove.post(`${IAM}/identities/${scratch}`, { name, claimMatch }));
  return { uid };
}

async function subscribed({ grove, scratch, newName }: World): Promise<Json> {
  const webhook = { url: 'https://hooks.invalid' };
  const body = { name: newName(), types: ['*'], webhook };
  return { uid: ok(await grove.post(`${IAM}/subscriptions/${scratch}`, body))['uid'] };
}

/** A request of the identity in a new group. */
async function asked(
  { grove, scratch, newName }: World,
  identityUid: string,
  rule: Json = {},
): Promise<Json> {
  const group = await newGroup(grove, scratch, newName());
  const fields = {
    name: newName(),
    requesterRoles: [],
    requesterIdentities: [identityUid],
    ...rule,
  };
  const ruleUid = await newRule(grove, group, fields);
  const { uid } = ok(await ask(grove, group, ruleUid, { token: await grove.token(identityUid) }));
  return { uid };
}

const askedByPerson = (world: World) => asked(world, world.account.uid);

/** The messages by the name of the method. Each call makes a new message. */
export const CUSTOM: Readonly<Record<string, Make>> = {
  SummarizeGroup: ({ quiet }) => ({ groupUid: quiet }),
  ListParentGroups: ({ grove, group }) => ({ groupUids: [grove.rootUid, group] }),
  DeleteGroupContents: async ({ grove, scratch }) => ({
    groupUid: await newGroup(grove, scratch),
  }),
  GetPolicy: ofGroup,
  async UpdatePolicy({ grove }) {
    const groupUid = grove.rootUid;
    ok(await grove.post(`${IAM}/groups:updatePolicy`, { groupUid, updateMask: '*' }));
    return { groupUid, sessionIdle: '3600s', inviteDomains: ['example.com'] };
  },
  ListDomains: ofRoot,
  TestSubscription: subscribed,
  RotateSubscriptionSecret: subscribed,
  ReplaySubscription: async (world) => ({ ...(await subscribed(world)), failedOnly: true }),
  ListDeliveries: subscribed,
  ListAccessOffers: ofGroup,
  ApproveAccessRequest: askedByPerson,
  DenyAccessRequest: askedByPerson,
  EndAccessRequest: async (world) => {
    const { uid } = await askedByPerson(world);
    ok(await on(world.grove, 'approve', uid, {}));
    return { uid };
  },
  ExtendAccessRequest: async (world) => {
    const { uid } = await asked(world, world.grove.ownerUid, { approvals: 0 });
    return { uid, duration: '3600s' };
  },
  ReviewAccessRequest: (world) =>
    asked(world, world.account.uid, { emergency: true, maxDuration: '3600s' }),
  WithdrawAccessRequest: (world) => asked(world, world.grove.ownerUid),
  ClaimDomain: ({ grove, newName }) => ({
    groupUid: grove.rootUid,
    name: `${newName()}.example.com`,
  }),
  CheckDomain: claimedDomain,
  ReleaseDomain: claimedDomain,
  BlockIdentity: async (world) => ({ ...(await newIdentity(world)), reason: 'left' }),
  async UnblockIdentity(world) {
    const identity = await newIdentity(world);
    ok(await world.grove.post(`${IAM}/identities:block`, identity));
    return identity;
  },
  ConfirmIdentity: async (world) => ({ uid: (await namingCaller(world)).uid }),
  LeaveOrganization: async (world) => ({ groupUid: (await namingCaller(world)).root }),
  async ConfirmRoleBinding(world) {
    const { grove, scratch, account } = world;
    const of = { identityUid: account.uid, parent: scratch };
    await rowsIn('RoleBinding').delete({ where: of });
    const body = { identityUid: account.uid, roleUid: roleUidOf('viewer') };
    const uid = String(ok(await grove.post(`${IAM}/roleBindings/${scratch}`, body))['uid']);
    await rowsIn('RoleBinding').update({ where: { uid }, data: { unconfirmedTime: new Date() } });
    return { uid };
  },
  ListPersonSessions: ({ account }) => ({ identityUid: account.uid }),
  async EndPersonSessions(world) {
    await setSession(world);
    return { identityUid: world.account.uid };
  },
  ListPersonFactors: ({ account }) => ({ identityUid: account.uid }),
  async RemovePersonFactors(world) {
    await setFactor(world);
    return { identityUid: world.account.uid };
  },
  ResetPersonPassword: ({ account }) => ({ identityUid: account.uid }),
  TestConnection: ({ group }) => ({ groupUid: group, issuer: 'http://127.0.0.1:1' }),
  ReserveIdentityProvider: ofGroup,
  ExplainAccess: ({ grove, group }) => ({ groupUid: group, identityUid: grove.ownerUid }),
  WhoCan: ({ group }) => ({ groupUid: group, capability: 'groups.list' }),
  ListOwnAccess: () => ({}),
  GetAuditHead: ({ grove }) => ({ groupUid: grove.rootUid }),
  ListV1Callers: ofGroup,
  ListEvents: ({ group }) => ({ groupUid: group, type: 'grove.iam.group.created.v1' }),
  GetEvent: ({ grove }) => ({ uid: `${grove.rootUid}/0000000000100000` }),
  async RevertAuditEvent(world) {
    const { uid } = await newIdentity(world);
    const { grove } = world;
    ok(await grove.patch(`${IAM}/identities/${String(uid)}`, { description: 'other' }));
    const events = ok(await grove.get(`${IAM}/auditEvents?resource=${String(uid)}`));
    return { uid: (events['auditEvents'] as Json[])[0]?.['uid'] };
  },
  SummarizeSystem: () => ({}),
  SyncRegistrySource: source,
  RotateNotificationSecret: source,
  TestRegistryConnection: ({ group }) => ({ groupUid: group, url: 'http://127.0.0.1:1' }),
};
