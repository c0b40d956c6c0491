'use client';

import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { OwnGroup } from '#app/(console)/my-access/own-group.tsx';
import { useNow } from '#components/ui/text/relative-time.tsx';
import { accessByGroup } from '#lib/client/access/access-by-group.ts';
import { phaseOf } from '#lib/client/access/binding-times.ts';
import { rootOf } from '#lib/client/paths.ts';
import type { Names } from '#lib/client/resources/names.ts';
import type { Role, RoleBinding } from '#lib/client/resources/resources.ts';
import { type Caller, currentCaller } from '#lib/client/session/caller.ts';
import { markedName, marksOf } from '#lib/client/session/organizations.ts';

interface OwnRolesProps {
  bindings: readonly RoleBinding[];
  roles: ReadonlyMap<string, Role>;
  names: Names;
}

/** The groups where the person has a role, by organization. */
export function OwnRoles({ bindings, roles, names }: OwnRolesProps) {
  const { data: caller } = useQuery(currentCaller());
  const now = useNow();
  const organizations = useMemo(() => {
    const granted = new Map([...roles].map(([uid, role]) => [uid, role.capabilities]));
    const here = bindings.filter((one) => phaseOf(one, now) !== 'ended');
    return [...Map.groupBy(accessByGroup(here, granted), ({ group }) => rootOf(group.uid))];
  }, [bindings, roles, now]);
  return organizations.map(([root, groups]) => (
    <section key={root} aria-labelledby={`my-${root}`} className="flex flex-col gap-2">
      <h2 id={`my-${root}`} className="text-base font-semibold wrap-anywhere">
        {organizationName(root, caller)}
      </h2>
      <ul className="border-t border-line">
        {groups.map((access) => (
          <OwnGroup
            key={access.group.uid}
            access={access}
            roles={roles}
            caller={caller}
            names={names}
            now={now}
          />
        ))}
      </ul>
    </section>
  ));
}

/** Somebody may have a role in an organization that none of their identities belongs to. */
function organizationName(root: string, caller: Caller | undefined): string {
  const known = caller?.organizations.find(({ groupUid }) => groupUid === root);
  if (known === undefined) return 'Another organization';
  return markedName({ uid: root, name: known.name }, marksOf(caller));
}
