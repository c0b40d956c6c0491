import type { ReactNode } from 'react';
import { BindingList } from '#app/(console)/groups/[group]/access/binding-list.tsx';
import { PrefetchedList } from '#app/(console)/groups/[group]/_shared/prefetched-list.tsx';
import { prefetch } from '#app/(console)/prefetch.ts';
import { aboveListed } from '#lib/client/access/bindings.ts';
import { stoppedQuery } from '#lib/client/access/blocked-query.ts';
import { redundancyQuery } from '#lib/client/access/redundancy-query.ts';
import { bindingList } from '#lib/client/lists/access-lists.ts';
import { uidOfSegment } from '#lib/client/paths.ts';
import { roleBindings } from '#lib/client/resources/resources.ts';

interface Props {
  params: Promise<{ group: string }>;
  children: ReactNode;
}

/** The list stays mounted while a sheet opens over it. */
export default async function AccessLayout({ params, children }: Props) {
  const uid = uidOfSegment((await params).group);
  return (
    <PrefetchedList
      group={uid}
      offer={bindingList(uid)}
      list={roleBindings.list}
      rowsOf={(page) => page.roleBindings}
      then={(client, { scope, rows }) =>
        Promise.all([
          prefetch(client, redundancyQuery(rows, aboveListed(uid, scope))),
          prefetch(client, stoppedQuery(rows)),
        ])
      }
    >
      <BindingList key={uid} group={uid} />
      {children}
    </PrefetchedList>
  );
}
