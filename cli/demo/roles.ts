/** Custom roles of the demo organization. */
import type { Capability } from '#lib/resources/capabilities.ts';
import type { Random } from './random.ts';
import { after, DAY_MS, workTime } from './times.ts';
import type { Group, Role } from './rows.ts';

const see = ['groups.list', 'identity.list', 'roles.list', 'role_bindings.list'] as const;

interface Kind {
  name: string;
  description: string;
  capabilities: readonly Capability[];
}

const OWN_ROLES = [
  {
    name: 'release manager',
    description: 'Fills registries and decides who may deploy',
    capabilities: [...see, 'role_bindings.create', 'repo.list', 'repo.sync', 'tag.list'],
  },
  {
    name: 'incident responder',
    description: 'Sees all that helps at three in the morning',
    capabilities: [...see, 'repo.list', 'tag.list', 'advisories.list', 'audit.list'],
  },
  {
    name: 'access reviewer',
    description: 'Goes through who may do what, once a quarter',
    capabilities: [
      ...see,
      'role_bindings.delete',
      'identity_providers.list',
      'group_invites.list',
      'group_invites.delete',
      'audit.list',
    ],
  },
  {
    name: 'pipeline',
    description: 'What a build needs to publish its images',
    capabilities: ['groups.list', 'repo.list', 'repo.sync', 'tag.list'],
  },
  {
    name: 'scanner',
    description: 'Reports what it finds in images',
    capabilities: ['groups.list', 'repo.list', 'tag.list', 'advisories.list', 'advisories.import'],
  },
  {
    name: 'team lead',
    description: 'Brings people into the team and lets them go',
    capabilities: [
      ...see,
      'identity.create',
      'identity.update',
      'identity.delete',
      'role_bindings.create',
      'role_bindings.delete',
      'group_invites.list',
      'group_invites.create',
      'group_invites.delete',
    ],
  },
] as const satisfies readonly Kind[];

export type OwnRole = (typeof OWN_ROLES)[number]['name'];

/** All in the root group, so that they can be bound anywhere. */
export function planRoles(random: Random, root: Group): Role[] {
  return OWN_ROLES.map(({ name, description, capabilities }) => {
    const createTime = workTime(random, root.createTime, after(root.createTime, 20 * DAY_MS));
    return {
      uid: random.childUid(root.uid),
      parent: root.uid,
      name,
      description,
      capabilities: [...capabilities],
      createTime,
      updateTime: createTime,
      revision: 1,
    };
  });
}
