'use client';

import { useInfiniteQuery } from '@tanstack/react-query';
import { BindingEnd } from '#app/(console)/groups/[group]/access/binding-end.tsx';
import { QueryProblem } from '#components/resource/query-problem.tsx';
import { Button } from '#components/ui/buttons/button.tsx';
import { Link } from '#components/ui/buttons/link.tsx';
import { RelativeTime } from '#components/ui/text/relative-time.tsx';
import { Skeleton } from '#components/ui/feedback/skeleton.tsx';
import { usesQuery } from '#lib/client/access/bindings.ts';
import { groupPath, resourcePath } from '#lib/client/paths.ts';
import type { RoleBinding } from '#lib/client/resources/resources.ts';
import { numberText } from '#lib/client/counted.ts';

/** The bindings of a role, the newest first, page by page. */
export function RoleUses({ uid }: { uid: string }) {
  const uses = useInfiniteQuery(usesQuery(uid));
  const rows = uses.data?.pages.flatMap((page) => page.rows);
  const total = Number(uses.data?.pages[0]?.totalCount ?? 0);
  return (
    <section aria-labelledby="role-uses" className="flex flex-col gap-2">
      <h2 id="role-uses" className="text-base font-semibold">
        Who holds it, and where
        {rows && total > 0 && (
          <span className="ml-2 font-normal text-ink-2 tabular-nums">
            {`${rows.length < total ? `${numberText(rows.length)} of ` : ''}${numberText(total)}`}
          </span>
        )}
      </h2>
      {uses.isPending && (
        <div role="status">
          <span className="sr-only">Loading</span>
          <Skeleton className="h-20 w-full" />
        </div>
      )}
      {uses.isError && <QueryProblem title="Its bindings could not be loaded" query={uses} />}
      {rows?.length === 0 && (
        <p className="text-ink-2">
          No binding that you can see uses it. Grant it on the Access page of a group.
        </p>
      )}
      {rows && rows.length > 0 && (
        <ul className="border-t border-line">
          {rows.map((binding) => (
            <Use key={binding.uid} binding={binding} />
          ))}
        </ul>
      )}
      {uses.hasNextPage && (
        <Button
          className="self-start"
          onPress={() => void uses.fetchNextPage()}
          isPending={uses.isFetchingNextPage}
        >
          Show more
        </Button>
      )}
    </section>
  );
}

function Use({ binding }: { binding: RoleBinding }) {
  const { uid, identity, group, createTime } = binding;
  return (
    <li className="flex min-h-10 flex-wrap items-center gap-x-4 gap-y-1 border-b border-line py-2">
      <span className="min-w-0 flex-1 truncate">
        <Link href={resourcePath('identities', identity.uid)} className="font-medium">
          {identity.name}
        </Link>
        <span className="text-ink-2"> on </span>
        <Link href={groupPath(group.uid, 'access')}>{group.name}</Link>
      </span>
      <span className="text-sm text-ink-2">
        granted <RelativeTime value={createTime} /> <BindingEnd binding={binding} />
      </span>
      <Link href={resourcePath('access', uid)} className="text-sm">
        Binding<span className="sr-only">{` of ${identity.name} on ${group.name}`}</span>
      </Link>
    </li>
  );
}
