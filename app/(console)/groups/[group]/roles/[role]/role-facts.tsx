import { countText } from '#app/(console)/groups/[group]/roles/role-words.ts';
import { Fact, Facts } from '#components/resource/facts.tsx';
import type { Role } from '#lib/client/resources/resources.ts';

export interface RoleFactsProps {
  role: Role | undefined;
  isBuiltIn: boolean;
}

/** All facts of a role except its capabilities. */
export function RoleFacts({ role, isBuiltIn }: RoleFactsProps) {
  return (
    <Facts>
      <Fact label="Description">{role && (role.description || null)}</Fact>
      <Fact label="Can be bound">
        {isBuiltIn ? 'In any group' : 'In this group and in all groups below'}
      </Fact>
      <Fact label="Capabilities">{role && countText(role)}</Fact>
    </Facts>
  );
}
