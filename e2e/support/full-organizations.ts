/** Organizations with the maximum number of identities with patterns, inserted in one statement. */
import { newChildUid, newRootUid } from '#lib/aip/uid.ts';
import { builtInRole } from '#lib/resources/built-in-roles.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import { transaction } from '#lib/store/store.ts';

/** The number of patterns for one issuer, and of patterns of issuers. */
export const MOST_PATTERNS = 200;

/** Compiles to nearly as many instructions as a pattern may, and matches nothing. */
const costly = (at: number) => `(?:[a-z:/0-9.]?){230}z${at}`;

const groupRow = (uid: string, foundedBy: string | null, time: Date): RowOf<'Group'> => ({
  uid,
  parent: '',
  name: `full ${uid}`,
  description: '',
  resourceLimits: {},
  verified: false,
  foundedBy,
  createTime: time,
  updateTime: time,
  revision: 1,
});

const identityRow = (
  parent: string,
  time: Date,
  columns: Pick<RowOf<'Identity'>, 'name'> & Partial<RowOf<'Identity'>>,
): RowOf<'Identity'> => ({
  uid: newChildUid(parent),
  parent,
  description: '',
  issuer: null,
  issuerPattern: null,
  subject: null,
  subjectPattern: null,
  audience: null,
  audiencePattern: null,
  claims: {},
  claimPatterns: {},
  email: null,
  emailUnverified: null,
  blockedTime: null,
  blockedGroup: null,
  blockedBy: null,
  blockReason: '',
  namesSince: null,
  unconfirmedTime: null,
  matchesAnyAccount: null,
  lastSeenTime: time,
  createTime: time,
  updateTime: time,
  revision: 1,
  ...columns,
});

/** The patterns of an organization. */
function patternsOf(
  uid: string,
  { issuer, patterns = MOST_PATTERNS, areCostly = false }: Filling,
  time: Date,
): RowOf<'Identity'>[] {
  if (areCostly) return costlyPatternsOf(uid, { issuer, patterns }, time);
  return Array.from({ length: patterns }, (_, at) => {
    const isLast = at === patterns - 1;
    const subjectPattern = isLast ? '.*' : `repo:${uid}/\\w+-${at}:(?:ref|tag):v\\d+`;
    return [
      identityRow(uid, time, { name: `subjects ${at}`, issuer, subjectPattern }),
      identityRow(uid, time, { name: `issuers ${at}`, issuerPattern: '.*', subjectPattern }),
    ];
  }).flat();
}

/** Cost as much as can be in each stage of matching a token: its issuer, its subject and its claim `ref`. */
function costlyPatternsOf(
  uid: string,
  { issuer, patterns }: Required<Pick<Filling, 'issuer' | 'patterns'>>,
  time: Date,
): RowOf<'Identity'>[] {
  return Array.from({ length: patterns }, (_, at) => [
    identityRow(uid, time, {
      name: `subjects ${at}`,
      issuer,
      ...(at % 2 === 0
        ? { subjectPattern: costly(at) }
        : { subjectPattern: '.*', claimPatterns: { ref: costly(at) } }),
    }),
    identityRow(uid, time, {
      name: `issuers ${at}`,
      issuerPattern: costly(at),
      subjectPattern: '.*',
    }),
  ]).flat();
}

export interface Filling {
  issuer: string;
  /** The number of each kind; by default the maximum. */
  patterns?: number;
  /** Whether they are those that take most time, and match nothing. */
  areCostly?: boolean;
  /** The first root group of their share. A share each unless given. */
  foundedBy?: string;
}

export interface FullOrganization {
  root: string;
  owner: string;
}

/**
 * Each organization has patterns for subjects of the issuer, and as many for issuers. The last of each
 * kind matches everybody, unless they are costly. None of the identities has a role.
 */
export async function fillOrganizations(
  count: number,
  filling: Filling,
): Promise<FullOrganization[]> {
  const time = new Date();
  const organizations: FullOrganization[] = [];
  for (let made = 0; made < count; made += 1) {
    const root = newRootUid();
    const name = { name: 'owner', issuer: 'https://people.example.com', subject: root };
    const owner = identityRow(root, time, name);
    const binding = {
      uid: newChildUid(root),
      parent: root,
      identityUid: owner.uid,
      roleUid: builtInRole('owner').uid,
      createTime: time,
      revision: 1,
    };
    await transaction(async (tx) => {
      await tx.insertAll('Group', [groupRow(root, filling.foundedBy ?? null, time)]);
      await tx.insertAll('Identity', [owner, ...patternsOf(root, filling, time)]);
      await tx.insert('RoleBinding', binding);
    });
    organizations.push({ root, owner: owner.uid });
  }
  return organizations;
}
