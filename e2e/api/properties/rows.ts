/** Rows of every resource, inserted directly into the tables. */
import { newChildUid } from '#lib/aip/uid.ts';
import type { ResourceType } from '#lib/resources/define.ts';
import { definitionOf, exampleColumns } from '../support/example-rows.ts';
import { transaction } from '#lib/store/store.ts';
import type { Transaction } from '#lib/store/store.ts';

/** The values of every sort field, drawn from few values so that there are ties. */
export interface Draw {
  name: string;
  created: number;
  updated: number;
  rank: number;
}

export interface Places {
  group: string;
  repo: string;
  identity: string;
  role: string;
}

/** Any time except now. */
const START = Date.UTC(2024, 0, 1);
const time = (draw: number) => new Date(START + draw * 1_000);

const STATUSES = ['DETECTION', 'FIXED', 'STATUS_UNSPECIFIED'];

/** Where names must be distinct, rows with the same name are in different groups. */
type Columns = (draw: Draw, id: string) => Record<string, unknown>;

const COLUMNS: Partial<Record<ResourceType, Columns>> = {
  Group: ({ name }) => ({ name, resourceLimits: {} }),
  Identity: ({ name, rank }, subject) => ({
    name,
    issuer: 'https://people.example.com',
    subject,
    claims: {},
    claimPatterns: {},
    lastSeenTime: time(rank),
  }),
  Role: ({ name }) => ({ name, capabilities: ['groups.list'] }),
  RoleBinding: () => ({}),
  IdentityProvider: ({ name }) => ({
    name,
    issuer: 'https://idp.example.com',
    clientId: 'c',
    additionalScopes: [],
  }),
  AccountAssociation: ({ name }) => ({ name, amazon: { account: '123456789012' } }),
  GroupInvite: ({ rank }, keyId) => ({ keyId, codeHash: keyId, expirationTime: time(rank) }),
  IdentityKey: ({ name, rank }, keyId) => ({
    name,
    keyId,
    keyHash: keyId,
    allowedNetworks: [],
    expirationTime: time(rank),
  }),
  RegistrySource: () => ({ url: 'https://registry.example.com' }),
  Repo: ({ name }) => ({ name, bundles: [], aliases: [], activeTags: [] }),
  Tag: ({ name }) => ({ name, digest: 'sha256:0', bundles: [], architectures: [] }),
  Advisory: ({ name, rank }, id) => ({
    advisoryId: `CGA-${rank}`,
    artifactName: name,
    artifactType: 'apk',
    componentLocation: id,
    severity: rank % 5,
    status: STATUSES[rank % STATUSES.length],
    severities: [],
    aliases: [],
    events: [],
  }),
  AuditEvent: ({ name }, requestId) => ({
    requestId,
    type: 'grove.iam.group.created.v1',
    actor: name,
    identities: [],
    resource: 'r',
    operation: 'create',
    result: 'OK',
  }),
};

/** Unlisted columns get the example's value, with the drawn name if it has a name. */
function ownColumns(type: ResourceType, draw: Draw, id: string): Record<string, unknown> {
  const listed = COLUMNS[type];
  if (listed) return listed(draw, id);
  const columns = exampleColumns(type);
  return 'name' in columns ? { ...columns, name: draw.name } : columns;
}

const hasUpdate = (type: ResourceType) => 'updated_at' in definitionOf(type).orders;

/** The sort fields of a new row, and of a changed one. */
function columnsOf(type: ResourceType, draw: Draw, uid: string): Record<string, unknown> {
  return {
    ...ownColumns(type, draw, uid.slice(-16)),
    createTime: time(draw.created),
    ...(hasUpdate(type) ? { updateTime: time(draw.updated) } : {}),
  };
}

/** The types whose definition does not declare distinct names, because no caller writes them. */
const SET_APART: readonly ResourceType[] = ['Repo'];

/** The uid of a row's group: a new group if the table requires distinct names or rows. */
async function parentOf(tx: Transaction, type: ResourceType, places: Places): Promise<string> {
  const { distinct = [], container } = definitionOf(type);
  const isShared = distinct.length === 0 && container === 'group' && !SET_APART.includes(type);
  if (isShared) return places.group;
  const uid = newChildUid(places.group);
  const now = new Date();
  const times = { createTime: now, updateTime: now };
  await tx.insert('Group', {
    uid,
    parent: places.group,
    name: `h-${uid.slice(-16)}`,
    resourceLimits: {},
    ...times,
  });
  if (type !== 'Tag') return uid;
  const repo = newChildUid(uid);
  const lists = { bundles: [], aliases: [], activeTags: [] };
  await tx.insert('Repo', { uid: repo, parent: uid, name: 'r', ...lists, ...times });
  return repo;
}

/** What the service adds to what somebody asks for. */
const UNANSWERED = {
  requesterUid: '',
  requesterIdentities: [],
  approverIdentities: [],
  approvals: 1,
  pendingUntil: time(9),
  names: {},
};

async function references(
  tx: Transaction,
  type: ResourceType,
  parent: string,
  { identity, role }: Places,
): Promise<object> {
  if (type === 'RoleBinding') return { identityUid: identity, roleUid: role };
  if (type === 'IdentityKey') return { identityUid: await addIdentity(tx, parent) };
  if (type === 'AccessRequest') return { ...UNANSWERED, identityUid: identity };
  return type === 'GroupInvite' ? { roleUid: role } : {};
}

/** The keys of one identity have distinct names. */
async function addIdentity(tx: Transaction, parent: string): Promise<string> {
  const uid = newChildUid(parent);
  const now = new Date();
  const draw = { name: 'i', created: 0, updated: 0, rank: 0 };
  const columns = ownColumns('Identity', draw, uid.slice(-16));
  await tx.insert('Identity', { uid, parent, createTime: now, updateTime: now, ...columns });
  return uid;
}

/** @returns the uids, in the order of the draws. */
export function addRows(
  type: ResourceType,
  draws: readonly Draw[],
  places: Places,
): Promise<string[]> {
  return transaction(async (tx) => {
    const uids: string[] = [];
    for (const draw of draws) {
      const parent = await parentOf(tx, type, places);
      const uid = newChildUid(parent);
      await tx.insert(type, {
        uid,
        parent,
        ...columnsOf(type, draw, uid),
        ...(await references(tx, type, parent, places)),
      });
      uids.push(uid);
    }
    return uids;
  });
}

export function changeRow(type: ResourceType, uid: string, draw: Draw): Promise<unknown> {
  const columns = columnsOf(type, draw, uid);
  // Audit events never change, so they have no revision to raise.
  if (type === 'AuditEvent') return Promise.resolve();
  return transaction((tx) => tx.update(type, uid, columns));
}

export function removeRow(type: ResourceType, uid: string): Promise<unknown> {
  return transaction((tx) => tx.delete(type, uid));
}
