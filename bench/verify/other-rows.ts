/** Rows of the resources that the data sets lack. */
import type { Random } from '../../cli/demo/random.ts';
import { BUILT_IN_ROLES } from '#lib/resources/built-in-roles.ts';
import { naturalOrder } from '#lib/resources/natural-order.ts';
import type { ResourceType } from '#lib/resources/define.ts';
import { NAMES } from '../../e2e/api/properties/paging-model.ts';
import { isAlone } from '../../e2e/api/support/example-rows.ts';
import { inserter } from '../insert.ts';
import type { Row } from './statements.ts';
import type { World } from './world.ts';

const ROWS = 3_000;
/** The number of different times, so few that many rows share one. */
const MOMENTS = 400;
const START = Date.UTC(2024, 0, 1);

const CAPABILITIES = JSON.stringify(['groups.list', 'tag.list']);

type Columns = (random: Random, name: string) => Row;

const COLUMNS: Readonly<Record<string, Columns>> = {
  Role: (_, name) => ({ name, capabilities: CAPABILITIES }),
  IdentityProvider: (random, name) => ({
    name,
    defaultRole: random.chance(0.5) ? null : random.pick(BUILT_IN_ROLES).uid,
    issuer: 'https://idp.example.com',
    clientId: 'c',
    additionalScopes: '[]',
  }),
  AccountAssociation: (_, name) => ({ name, amazon: '{"account":"123456789012"}' }),
  GroupInvite: (random) => ({
    roleUid: random.pick(BUILT_IN_ROLES).uid,
    keyId: random.hex(16),
    codeHash: '',
    expirationTime: timeOf(random),
  }),
  RegistrySource: (_, name) => ({ url: `https://registry.example.com/${encodeURI(name)}` }),
  SavedView: (random, name) => ({
    name,
    collection: random.pick(['groups', 'advisories', 'auditEvents']),
    filters: '[]',
    columns: '[]',
  }),
  Tag: (random, name) => ({
    name,
    nameNatural: naturalOrder(name),
    digest: `sha256:${random.int(0, 50)}`,
    bundles: '[]',
    architectures: '[]',
  }),
  AuditEvent: (random, name) => ({
    type: `grove.iam.${random.pick(['group', 'role'])}.created.v1`,
    actor: name,
    identities: '[]',
    resource: name,
    operation: 'create',
    requestId: random.hex(8),
    result: 'OK',
  }),
};

function timeOf(random: Random): number {
  return START + random.int(0, MOMENTS) * 1_000;
}

/** Inserts the rows directly into the tables. Triggers keep the derived data. */
export function addOtherRows({ statements, groups }: World, random: Random): void {
  const { database } = statements;
  const repos = statements.column('SELECT "uid" FROM "Repo" ORDER BY "rowid" LIMIT 5000');
  const add = database.transaction((type: string, columns: Columns) => {
    const insert = inserter(database, type);
    const taken = new Set<string>();
    for (let nth = 0; nth < ROWS; nth += 1) {
      const large = random.chance(0.5) ? groups.slice(0, 50) : groups;
      const parent = random.pick(type === 'Tag' ? repos.slice(0, 500) : large);
      const name = `${random.pick(NAMES)} ${random.int(0, 99)}`;
      const key = isAlone(type as ResourceType) ? parent : JSON.stringify([parent, name]);
      if (taken.has(key)) continue;
      taken.add(key);
      const createTime = timeOf(random);
      const times = { createTime, updateTime: createTime + random.int(0, 3) * 1_000 };
      const isTimed = type === 'GroupInvite' || type === 'AuditEvent';
      const uid = random.childUid(parent);
      insert({ uid, parent, ...columns(random, name), ...(isTimed ? { createTime } : times) });
    }
  });
  for (const [type, columns] of Object.entries(COLUMNS)) add(type, columns);
}
