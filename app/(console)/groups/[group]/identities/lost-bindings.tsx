'use client';

import { useQuery } from '@tanstack/react-query';
import { Skeleton } from '#components/ui/feedback/skeleton.tsx';
import { roleBindings } from '#lib/client/resources/resources.ts';
import { currentCaller } from '#lib/client/session/caller.ts';

/** The number of bindings named; further ones are counted. */
const NAMED = 8;

/** What goes with an identity. */
export default function LostBindings({ uid }: { uid: string }) {
  const { data: caller } = useQuery(currentCaller());
  const bindings = useQuery(
    roleBindings.list({
      identity: uid,
      expired: 'false',
      order_by: 'created_at',
      page_size: String(NAMED),
    }),
  );
  const isOwn = caller?.identities.some((identity) => identity.uid === uid) ?? false;
  const total = Number(bindings.data?.totalCount ?? 0);
  const rows = bindings.data?.roleBindings ?? [];
  return (
    <>
      {isOwn && (
        <p className="font-medium text-danger">
          This is you. You immediately lose the access that it gives you.
        </p>
      )}
      {bindings.isPending && <Skeleton className="h-15 w-full" />}
      {bindings.isError && (
        <p>
          People who sign in as this identity lose its access. Its role bindings could not be
          loaded.
        </p>
      )}
      {bindings.data && total === 0 && (
        <p>It has no role that you can see. Tokens that match it are no longer recognized.</p>
      )}
      {total > 0 && (
        <>
          <p>
            People who sign in as this identity lose access immediately.{' '}
            {total === 1 ? '1 role binding is' : `${total} role bindings are`} deleted with it:
          </p>
          <ul className="flex flex-col border-t border-line">
            {rows.map(({ uid: bindingUid, role, group }) => (
              <li key={bindingUid} className="border-b border-line py-1.5">
                <span className="font-medium">{role.name}</span>
                <span className="text-ink-2">
                  {' '}
                  on <bdi>{group.name}</bdi> and below
                </span>
              </li>
            ))}
          </ul>
          {total > rows.length && <p className="text-ink-2">and {total - rows.length} more.</p>}
        </>
      )}
    </>
  );
}
