/** The data of the two servers that `founders.ts` compares. */
import { fillOrganizations, MOST_PATTERNS } from '../e2e/support/full-organizations.ts';
import { addMachine } from './patterns.ts';
import { ADDRESS, adoptSettings } from './settings.ts';

const OWNERS = 8;
const ORGANIZATIONS = 40;
const TOKEN_SECONDS = 3_600;
/** Of a workflow of the neighbour. */
export const SUBJECT = 'repo:neighbour/service:ref:refs/heads/main';

export interface World {
  /** The token of an owner of the neighbour. */
  neighbour: string;
  /** What the neighbour reads. */
  path: string;
  /** Addresses of people of the neighbour. */
  mailboxes: string[];
  /** Tokens of the owners of the other organization. */
  owners: string[];
  /** The identities there that they change. */
  identities: string[];
}

interface Wanted {
  /** Whether the owners have patterns in 40 organizations, and mailboxes. */
  isFounder: boolean;
  /** The issuer of workflows. */
  issuer: string;
  mailboxes: number;
}

/** Makes a neighbour, and an organization of eight owners. */
export async function newWorld(
  env: Readonly<Record<string, string>>,
  { isFounder, issuer, mailboxes: count }: Wanted,
): Promise<World> {
  adoptSettings(env);
  const { openDatabase, closeDatabase } = await import('#lib/store/store.ts');
  const { createOrganization } = await import('#lib/service/people/organization.ts');
  const { mintToken } = await import('#lib/auth/tokens/minting.ts');
  await openDatabase();
  const mint = (uid: string) => mintToken(uid, TOKEN_SECONDS, { url: ADDRESS });
  const found = async (name: string) => {
    const { group, identity } = await createOrganization({
      name,
      ownerEmail: `${name}@example.com`,
    });
    return { root: String(group['uid']), owner: String(identity['uid']) };
  };
  const neighbour = await found('neighbour');
  await addMachine(neighbour.root, issuer, SUBJECT);
  const mailboxes = Array.from({ length: count }, (_, nth) => `neighbour-${nth}@example.com`);
  for (const email of mailboxes) await addPerson(neighbour.root, email, true);
  const other = await found('other');
  const owners: string[] = [];
  const identities: string[] = [];
  for (let nth = 0; nth < OWNERS; nth += 1) {
    const uid = await addPerson(other.root, `other-${nth}@example.com`, isFounder);
    await bindOwner(other.root, uid);
    owners.push(await mint(uid));
    identities.push(await addProgram(other.root, `program ${nth}`));
  }
  if (isFounder) {
    const patterns = MOST_PATTERNS / ORGANIZATIONS;
    const foundedBy = other.root;
    await fillOrganizations(ORGANIZATIONS, { issuer, patterns, areCostly: true, foundedBy });
  }
  const token = await mint(neighbour.owner);
  await closeDatabase();
  const path = `/iam/v2beta1/groups/${neighbour.root}`;
  return { neighbour: token, path, mailboxes, owners, identities };
}

/** @param isReached whether there is an account whose address is verified. */
async function addPerson(parent: string, email: string, isReached: boolean): Promise<string> {
  const { transaction } = await import('#lib/store/store.ts');
  const { addIdentity } = await import('#lib/service/people/new-people.ts');
  const { addAccount } = await import('#lib/auth/sign-in/addresses.ts');
  return transaction(async (tx) => {
    const person = { parent, name: email, issuer: ADDRESS, subject: null, email };
    const { uid } = await addIdentity(tx, { ...person, emailUnverified: !isReached });
    // Nobody signs in with it.
    if (isReached) await addAccount(tx, { address: email, identityUid: uid, passwordHash: '' });
    return uid;
  });
}

async function addProgram(parent: string, name: string): Promise<string> {
  const { transaction } = await import('#lib/store/store.ts');
  const { addIdentity } = await import('#lib/service/people/new-people.ts');
  const named = { name, issuer: 'https://ci.example.com', subject: name };
  const program = { parent, ...named, email: null, emailUnverified: false };
  return transaction(async (tx) => (await addIdentity(tx, program)).uid);
}

async function bindOwner(parent: string, identityUid: string): Promise<void> {
  const { transaction } = await import('#lib/store/store.ts');
  const { builtInRole } = await import('#lib/resources/built-in-roles.ts');
  const { newChildUid } = await import('#lib/aip/uid.ts');
  await transaction((tx) =>
    tx.insert('RoleBinding', {
      uid: newChildUid(parent),
      parent,
      identityUid,
      roleUid: builtInRole('owner').uid,
      createTime: new Date(),
    }),
  );
}
