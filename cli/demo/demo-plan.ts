/** The rows of the demo organization. */
import type { DemoBinding } from './bindings.ts';
import type { DemoInvite } from './doors.ts';
import type { DemoGroup } from './groups.ts';
import type { Person } from './people.ts';
import type { DemoRepo } from './repos.ts';
import type {
  AccountAssociation,
  Advisory,
  AuditEvent,
  Group,
  Identity,
  IdentityProvider,
  RequestRule,
  Role,
} from './rows.ts';

export interface DemoPlan {
  root: Group;
  owner: Identity;
  /** The owner's own binding. */
  ownership: DemoBinding;
  groups: DemoGroup[];
  roles: Role[];
  people: Person[];
  /** People and robots, without the owner. */
  identities: Identity[];
  bindings: DemoBinding[];
  providers: IdentityProvider[];
  association: AccountAssociation;
  invites: DemoInvite[];
  requestRules: RequestRule[];
  repos: DemoRepo[];
  advisories: Advisory[];
  events: AuditEvent[];
}
