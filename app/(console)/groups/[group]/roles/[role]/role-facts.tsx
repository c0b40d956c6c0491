import { countText } from '#app/(console)/groups/[group]/roles/role-words.ts';
import { Fact, Facts } from '#components/resource/facts.tsx';
import { CopyText } from '#components/ui/text/copy-text.tsx';
import { RelativeTime } from '#components/ui/text/relative-time.tsx';
import type { Role } from '#lib/client/resources/resources.ts';

export interface RoleFactsProps {
  uid: string;
  role: Role | undefined;
  isBuiltIn: boolean;
}

/** All facts of a role except its capabilities. */
export function RoleFacts({ uid, role, isBuiltIn }: RoleFactsProps) {
  return (
    <Facts>
      <Fact label="Description">{role && (role.description || null)}</Fact>
      <Fact label="Can be bound">
        {isBuiltIn ? 'In any group' : 'In this group and in all groups below'}
      </Fact>
      <Fact label="Capabilities">{role && countText(role)}</Fact>
      <Fact label="Uid">
        <CopyText value={uid} label="uid" isWhole />
      </Fact>
      {!isBuiltIn && (
        <>
          <Fact label="Created">{role && <RelativeTime value={role.createTime} />}</Fact>
          <Fact label="Updated">{role && <RelativeTime value={role.updateTime} />}</Fact>
        </>
      )}
    </Facts>
  );
}
