/** Who may ask for more in the demo organization. */
import type { Ground } from './groups.ts';
import type { Person } from './people.ts';
import type { Random } from './random.ts';
import { after, before, DAY_MS, HOUR_MS, later } from './times.ts';
import type { Group, Identity, RequestRule, Role } from './rows.ts';

interface RulesRequest extends Ground {
  owner: Identity;
  people: readonly Person[];
  roleNamed: (name: string) => Role;
}

const AREA = 'payments';
const TEAM = 'fraud';

type Given = Pick<RequestRule, 'name' | 'description' | 'roles'> & Partial<RequestRule>;

/** The owner made both. */
export function planRequestRules(random: Random, request: RulesRequest): RequestRule[] {
  const { groups, owner, people, roleNamed, now } = request;
  const groupNamed = (name: string) => groups.find(({ row }) => row.name === name)?.row as Group;
  const leads = people.filter(({ team, isLead }) => isLead && team.area.name === AREA);
  const ruleIn = (group: Group, given: Given): RequestRule => {
    const made = [group, ...leads.map(({ row }) => row)].map(({ createTime }) => createTime);
    const createTime = later(after(made.reduce(later), DAY_MS), before(now, 120 * DAY_MS));
    return {
      uid: random.childUid(group.uid),
      parent: group.uid,
      requesterRoles: [],
      requesterIdentities: [],
      maxDuration: DAY_MS / 1_000,
      reasonRequired: true,
      reasonPattern: '',
      approverIdentities: [],
      approvals: 1,
      secondFactor: false,
      waitDuration: DAY_MS / 1_000,
      emergency: false,
      makerIdentities: [owner.uid],
      createTime,
      updateTime: createTime,
      revision: 1,
      ...given,
    };
  };
  return [
    ruleIn(groupNamed(AREA), {
      name: 'Owner of payments for an hour, with passkey',
      description: 'For leads, when something is on fire. Nobody has to be awake.',
      roles: [roleNamed('owner').uid],
      requesterIdentities: leads.map(({ row }) => row.uid),
      maxDuration: HOUR_MS / 1_000,
      approvals: 0,
      secondFactor: true,
    }),
    ruleIn(groupNamed(TEAM), {
      name: 'Editor for a day, by the team lead',
      description: 'For colleagues of other teams who help out',
      roles: [roleNamed('editor').uid],
      requesterRoles: [roleNamed('viewer').uid],
      reasonPattern: 'PAY-[0-9]+.*',
      approverIdentities: leads
        .filter(({ team }) => team.row.name === TEAM)
        .map(({ row }) => row.uid),
    }),
  ];
}
