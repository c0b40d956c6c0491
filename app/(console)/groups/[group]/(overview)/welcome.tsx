'use client';

import { useQuery } from '@tanstack/react-query';
import { Link } from '#components/ui/buttons/link.tsx';
import { isGrantedAround, missingReason } from '#lib/client/access/capabilities.ts';
import { GROUP_TABS, TAB_CONTENT } from '#lib/client/group-tabs.ts';
import { firstIn, groupPath } from '#lib/client/paths.ts';
import { roleBindings } from '#lib/client/resources/resources.ts';
import type { Caller } from '#lib/client/session/caller.ts';
import { builtInRole } from '#lib/resources/built-in-roles.ts';
import { capabilityOf } from '#lib/resources/catalog.ts';

const MOST_OWNERS = 3;

/** For somebody who can change nothing here: what there is to see, and whom to ask for more. */
export default function Welcome({
  uid,
  name,
  caller,
}: {
  uid: string;
  name: string;
  caller: Caller;
}) {
  const grants = caller.capabilities;
  const noOwners = missingReason(grants, uid, 'role_bindings.list');
  const query = {
    'uidp.ancestors_of': firstIn(uid),
    role: builtInRole('owner').uid,
    in_effect: 'true',
    order_by: 'identity',
    page_size: String(MOST_OWNERS),
  };
  const { data } = useQuery({ ...roleBindings.list(query), enabled: !noOwners });
  const owners = new Set(data?.roleBindings.map(({ identity }) => identity.email || identity.name));
  const seen = GROUP_TABS.filter(
    ({ id }) =>
      id !== 'overview' && isGrantedAround(grants, uid, capabilityOf(TAB_CONTENT[id].type, 'list')),
  );
  return (
    <section
      aria-labelledby="welcome"
      className="flex flex-col gap-2 rounded border border-line bg-paper-2 p-4"
    >
      <h2 id="welcome" className="text-base font-semibold">
        Welcome to <bdi>{name}</bdi>
      </h2>
      <p className="text-ink-2">You can look around here. Your roles let you change nothing.</p>
      <ul className="flex flex-wrap gap-x-4 gap-y-1">
        {seen.map(({ id, label }) => (
          <li key={id}>
            <Link href={groupPath(uid, id)}>{label}</Link>
          </li>
        ))}
      </ul>
      <p className="text-ink-2">
        {owners.size > 0 ? (
          <>
            To do more, ask an owner: <bdi>{[...owners].join(', ')}</bdi>.
          </>
        ) : (
          'To do more, ask whoever gave you access.'
        )}
      </p>
    </section>
  );
}
