'use client';

import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Calendar } from '#app/(console)/my-access/calendar.tsx';
import { OwnRequests } from '#app/(console)/my-access/own-requests.tsx';
import { OwnRoles } from '#app/(console)/my-access/own-roles.tsx';
import { QueryProblem } from '#components/resource/query-problem.tsx';
import { later } from '#components/ui/later.tsx';
import { Button } from '#components/ui/buttons/button.tsx';
import { ButtonLink } from '#components/ui/buttons/link.tsx';
import { LearnMore } from '#components/ui/buttons/learn-more.tsx';
import { EmptyState } from '#components/ui/feedback/empty-state.tsx';
import { Skeleton } from '#components/ui/feedback/skeleton.tsx';
import { PageHeader } from '#components/ui/page/page-header.tsx';
import { namesAboveQuery, ownAccessQuery } from '#lib/client/access/own-access.ts';
import { askPath } from '#lib/client/access/request-paths.ts';
import { NO_NAMES } from '#lib/client/resources/names.ts';
import { currentCaller } from '#lib/client/session/caller.ts';
import { counted } from '#lib/client/counted.ts';

const PolicyNotice = later(() => import('#components/frame/policy-notice.tsx'));

/** What the signed-in person may do, where, until when, and what gives it to them. */
export function MyAccessPage() {
  return (
    <div className="min-h-0 flex-1 overflow-y-auto px-4 py-4 sm:px-6">
      <div className="flex max-w-200 flex-col gap-8">
        <div className="flex flex-col gap-1">
          <PageHeader
            title="My access"
            action={
              <>
                <LearnMore about="requests" />
                <ButtonLink href={askPath()}>Ask for access</ButtonLink>
              </>
            }
          />
          <p className="max-w-160 text-ink-2">
            What you may do, where, and until when. A role at a group also applies to everything
            below it.
          </p>
        </div>
        <Unmet />
        <OwnRequests />
        <Access />
      </div>
    </div>
  );
}

/** What policies keep from the person is not below. */
function Unmet() {
  const { data: caller } = useQuery(currentCaller());
  const unmet = caller?.unmetPolicies ?? [];
  return unmet.length > 0 && <PolicyNotice unmet={unmet} />;
}

function Access() {
  const result = useInfiniteQuery(ownAccessQuery());
  const pages = result.data?.pages;
  const bindings = useMemo(() => pages?.flatMap((page) => page.roleBindings), [pages]);
  const roles = useMemo(
    () => new Map(pages?.flatMap((page) => page.roles.map((role) => [role.uid, role]))),
    [pages],
  );
  const { data: names = NO_NAMES } = useQuery(namesAboveQuery(bindings ?? []));
  if (result.error && !bindings) {
    return <QueryProblem title="Your access could not be loaded" query={result} />;
  }
  if (!bindings) return <Waiting />;
  if (bindings.length === 0) {
    return (
      <EmptyState title="You have no role yet">
        Ask for access above, or ask an owner of your organization for a role or an invite. A new
        role takes effect immediately, and appears here.
      </EmptyState>
    );
  }
  return (
    <>
      <Calendar bindings={bindings} names={names} />
      <OwnRoles bindings={bindings} roles={roles} names={names} />
      {result.hasNextPage && (
        <div className="flex flex-wrap items-center gap-3">
          <Button onPress={() => void result.fetchNextPage()} isPending={result.isFetchingNextPage}>
            Show more
          </Button>
          <p className="text-ink-2">
            Only your first {counted(bindings.length, ['role binding is', 'role bindings are'])}{' '}
            shown.
          </p>
        </div>
      )}
    </>
  );
}

function Waiting() {
  return (
    <div role="status" className="flex flex-col gap-3">
      <span className="sr-only">Loading</span>
      <Skeleton className="h-5 w-48" />
      <Skeleton className="h-15 w-full" />
      <Skeleton className="h-15 w-full" />
    </div>
  );
}
