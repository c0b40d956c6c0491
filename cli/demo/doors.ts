/** Open invites and cloud accounts of the organization. */
import type { Ground } from './groups.ts';
import type { Random } from './random.ts';
import { after, before, DAY_MS, HOUR_MS, workTime } from './times.ts';
import type { AccountAssociation, Group, GroupInvite, Role } from './rows.ts';

export interface DemoInvite {
  /** Lacks its code, which is created when the row is written. */
  row: GroupInvite;
  role: Role;
}

/** Lifetime of each invite, and how much of it is left. */
const INVITES = [
  { group: 'fraud', role: 'editor', email: 'casey@acme.example', days: 7, left: 5 * HOUR_MS },
  { group: 'delivery', role: 'registry.viewer', email: null, days: 14, left: 3 * DAY_MS },
  { group: 'insights', role: 'viewer', email: 'robin@acme.example', days: 14, left: 9 * DAY_MS },
  { group: 'platform', role: 'incident responder', email: null, days: 30, left: 26 * DAY_MS },
] as const;

export function planInvites(
  random: Random,
  { groups, now }: Ground,
  roleNamed: (name: string) => Role,
): DemoInvite[] {
  return INVITES.map(({ group: name, role: roleName, email, days, left }) => {
    const group = groups.find(({ row }) => row.name === name)?.row as Group;
    const role = roleNamed(roleName);
    const expirationTime = after(now, left);
    const row: GroupInvite = {
      uid: random.childUid(group.uid),
      parent: group.uid,
      roleUid: role.uid,
      email,
      singleUse: email !== null,
      keyId: '',
      codeHash: '',
      expirationTime,
      usedTime: null,
      makerIdentities: null,
      createTime: before(expirationTime, days * DAY_MS),
      revision: 1,
    };
    return { row, role };
  });
}

export function planAssociation(random: Random, root: Group): AccountAssociation {
  const createTime = workTime(random, root.createTime, after(root.createTime, 9 * DAY_MS));
  return {
    uid: random.childUid(root.uid),
    parent: root.uid,
    name: 'acme accounts',
    description: 'Where production runs and the code is kept',
    amazon: { account: random.digits(12) },
    google: { projectId: 'acme-production', projectNumber: random.digits(12) },
    azure: null,
    github: { installationId: random.digits(8), name: 'acme' },
    createTime,
    updateTime: createTime,
    revision: 1,
  };
}
