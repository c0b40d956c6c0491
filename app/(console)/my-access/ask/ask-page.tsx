'use client';

import { useQuery } from '@tanstack/react-query';
import { usePathname, useSearchParams } from 'next/navigation';
import { AskForm } from '#app/(console)/my-access/ask/ask-form.tsx';
import { QueryProblem } from '#components/resource/query-problem.tsx';
import { ResourcePicker } from '#components/resource-picker/resource-picker.tsx';
import { Link } from '#components/ui/buttons/link.tsx';
import { EmptyState } from '#components/ui/feedback/empty-state.tsx';
import { Skeleton } from '#components/ui/feedback/skeleton.tsx';
import { PageHeader } from '#components/ui/page/page-header.tsx';
import { offersQuery } from '#lib/client/access/requests.ts';
import { MY_ACCESS_PATH } from '#lib/client/access/request-paths.ts';

/** Asks for a role in the group of the address. Whoever may not see the group comes here by a link. */
export function AskPage() {
  const pathname = usePathname();
  const group = useSearchParams().get('group');
  const choose = (uid: string | null) => {
    const search = uid === null ? '' : `?${new URLSearchParams({ group: uid })}`;
    window.history.replaceState(null, '', pathname + search);
  };
  return (
    <div className="min-h-0 flex-1 overflow-y-auto px-4 py-4 sm:px-6">
      <div className="flex max-w-140 flex-col gap-5">
        <div className="flex flex-col gap-1">
          <PageHeader
            title="Ask for access"
            breadcrumbs={<Link href={MY_ACCESS_PATH}>My access</Link>}
          />
          <p className="text-ink-2">
            A role for a while. The time begins with the answer, not while your request waits.
          </p>
        </div>
        <ResourcePicker
          label="Group"
          resource="groups"
          value={group}
          onChange={choose}
          isRequired
        />
        {group !== null && <Offers key={group} group={group} />}
      </div>
    </div>
  );
}

function Offers({ group }: { group: string }) {
  const result = useQuery(offersQuery(group));
  if (result.error && !result.data) {
    return <QueryProblem title="What you can ask for could not be loaded" query={result} />;
  }
  if (!result.data) return <Skeleton className="h-15 w-full" />;
  if (result.data.length === 0) {
    return (
      <EmptyState title="There is nothing to ask for here">
        No request rule of this group, or of a group above it, lets you ask. An owner of the group
        can still give you a role.
      </EmptyState>
    );
  }
  return <AskForm group={group} offers={result.data} />;
}
