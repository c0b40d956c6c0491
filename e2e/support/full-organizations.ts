/** Organizations with the maximum number of identities with patterns, inserted in one statement. */
import { newChildUid, newRootUid } from '#lib/aip/uid.ts';
import { builtInRole } from '#lib/resources/built-in-roles.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import { transaction } from '#lib/store/store.ts';

/** The number of patterns for one issuer, and of patterns of issuers. */
export const MOST_PATTERNS = 200;

const groupRow = (uid: string, time: Date): RowOf<'Group'> => ({
  uid,
  parent: '',
  name: `full ${uid}`,
  description: '',
  resourceLimits: {},
  verified: false,
  foundedBy: null,
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

/** The patterns of an organization: all but the last match nobody. */
function patternsOf(
  uid: string,
  { issuer, patterns = MOST_PATTERNS }: Filling,
  time: Date,
): RowOf<'Identity'>[] {
  return Array.from({ length: patterns }, (_, at) => {
    const isLast = at === patterns - 1;
    const subjectPattern = isLast ? '.*' : `repo:${uid}/\\w+-${at}:(?:ref|tag):v\\d+`;
    return [
      identityRow(uid, time, { name: `subjects ${at}`, issuer, subjectPattern }),
      identityRow(uid, time, { name: `issuers ${at}`, issuerPattern: '.*', subjectPattern }),
    ];
  }).flat();
}

export interface Filling {
  issuer: string;
  /** The number of each kind; by default the maximum. */
  patterns?: number;
}

export interface FullOrganization {
  root: string;
  owner: string;
}

/**
 * Each organization has patterns for subjects of the issuer, and as many for issuers. The last of each
 * kind matches everybody. None of the identities has a role.
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
      await tx.insertAll('Group', [groupRow(root, time)]);
      await tx.insertAll('Identity', [owner, ...patternsOf(root, filling, time)]);
      await tx.insert('RoleBinding', binding);
    });
    organizations.push({ root, owner: owner.uid });
  }
  return organizations;
}
