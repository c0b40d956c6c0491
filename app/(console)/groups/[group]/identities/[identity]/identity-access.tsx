'use client';

import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { problemOf } from '#components/frame/problem.ts';
import { Badge } from '#components/ui/text/badge.tsx';
import { BindingEnd } from '#app/(console)/groups/[group]/access/binding-end.tsx';
import { Button } from '#components/ui/buttons/button.tsx';
import { ErrorPanel } from '#components/ui/feedback/error-panel.tsx';
import { Link } from '#components/ui/buttons/link.tsx';
import { RelativeTime, useNow } from '#components/ui/text/relative-time.tsx';
import { Skeleton } from '#components/ui/feedback/skeleton.tsx';
import { accessByGroup, byFamily, type GroupAccess } from '#lib/client/access/access-by-group.ts';
import { accessOfIdentityQuery } from '#lib/client/access/bindings.ts';
import { explainPath, groupPath, resourcePath, rolePath } from '#lib/client/paths.ts';
import type { RoleBinding } from '#lib/client/resources/resources.ts';
import { counted } from '#lib/client/counted.ts';

interface IdentityAccessProps {
  uid: string;
  /** What has to come first; null if the identity has effect. */
  once: 'unblocked' | 'joined' | null;
}

/** The bindings of an identity, with their roles and groups. */
export function IdentityAccess({ uid, once }: IdentityAccessProps) {
  const title = once === null ? 'Access' : `Access once ${once}`;
  const bindings = useInfiniteQuery(accessOfIdentityQuery(uid));
  const pages = bindings.data?.pages;
  const rows = useMemo(() => pages?.flatMap((page) => page.rows), [pages]);
  const now = useNow();
  const access = useMemo(() => {
    if (!rows || !pages) return undefined;
    const current = rows.filter(({ startTime = '' }) => !(Date.parse(startTime) > now));
    return accessByGroup(current, new Map(pages.flatMap(({ grants }) => [...grants])));
  }, [rows, pages, now]);
  const total = Number(pages?.[0]?.totalCount ?? 0);
  if (bindings.error && !access) {
    return (
      <Section title={title}>
        <ErrorPanel
          title="The role bindings could not be loaded"
          {...problemOf(bindings.error)}
          onRetry={() => void bindings.refetch()}
          isRetrying={bindings.isFetching}
        />
      </Section>
    );
  }
  if (rows?.length === 0) {
    return (
      <Section title={title}>
        <p className="text-ink-2">It has no role that you can see.</p>
      </Section>
    );
  }
  return (
    <>
      <Section title={title}>
        {access ? (
          <ul className="border-t border-line">
            {access.map((entry) => (
              <Access key={entry.group.uid} identity={uid} access={entry} />
            ))}
          </ul>
        ) : (
          <Waiting />
        )}
      </Section>
      <Section
        title="Role bindings"
        count={rows && (rows.length < total ? `${rows.length} of ${total}` : `${total}`)}
      >
        {rows ? (
          <ul className="border-t border-line">
            {rows.map((binding) => (
              <Binding key={binding.uid} binding={binding} />
            ))}
          </ul>
        ) : (
          <Waiting />
        )}
        {bindings.hasNextPage && (
          <Button
            className="self-start"
            onPress={() => void bindings.fetchNextPage()}
            isPending={bindings.isFetchingNextPage}
          >
            Show more
          </Button>
        )}
      </Section>
    </>
  );
}

function Section(props: { title: string; count?: string | undefined; children: ReactNode }) {
  const id = `section-${props.title.replaceAll(' ', '-').toLowerCase()}`;
  return (
    <section aria-labelledby={id} className="flex flex-col gap-2">
      <h2 id={id} className="text-base font-semibold">
        {props.title}
        {props.count && (
          <span className="ml-2 font-normal text-ink-2 tabular-nums">{props.count}</span>
        )}
      </h2>
      {props.children}
    </section>
  );
}

function Waiting() {
  return (
    <div role="status" className="border-t border-line">
      <span className="sr-only">Loading</span>
      {[0, 1].map((row) => (
        <div key={row} className="flex h-11 items-center border-b border-line">
          <Skeleton className="h-3 w-64" />
        </div>
      ))}
    </div>
  );
}

function Binding({ binding }: { binding: RoleBinding }) {
  const { uid, role, group, providerUid, createTime } = binding;
  return (
    <li className="flex min-h-10 flex-wrap items-center gap-x-4 gap-y-1 border-b border-line py-2">
      <span className="min-w-0 flex-1 truncate">
        <Link href={rolePath(role.uid, group.uid)} className="font-medium">
          {role.name}
        </Link>
        <span className="text-ink-2"> on </span>
        <Link href={groupPath(group.uid, 'access')}>{group.name}</Link>
      </span>
      {providerUid !== undefined && (
        <Link href={resourcePath('providers', providerUid)} className="text-sm">
          By a role rule
        </Link>
      )}
      <span className="text-sm text-ink-2">
        granted <RelativeTime value={createTime} /> <BindingEnd binding={binding} />
      </span>
      <Link href={resourcePath('access', uid)} className="text-sm">
        Binding<span className="sr-only">{` of ${role.name} on ${group.name}`}</span>
      </Link>
    </li>
  );
}

const countText = (count: number) => counted(count, ['capability', 'capabilities']);

const inheritedText = (inherited: readonly RoleBinding[]) =>
  inherited.map(({ role, group }) => `${role.name} on ${group.name}`).join(', ');

function Access({ identity, access }: { identity: string; access: GroupAccess }) {
  const { group, own, inherited, capabilities, added, unread } = access;
  return (
    <li className="border-b border-line py-2.5">
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <Link href={groupPath(group.uid)} className="font-medium">
          {group.name}
        </Link>
        <span className="min-w-0 flex-1 text-ink-2">
          {own.map(({ role }) => role.name).join(', ')}
          {inherited.length > 0 && <span>{` · also ${inheritedText(inherited)}`}</span>}
        </span>
        <Link href={explainPath({ identity, group: group.uid })} className="text-sm">
          Explain<span className="sr-only"> access to {group.name}</span>
        </Link>
      </div>
      <details className="mt-1 text-sm">
        <summary className="w-fit cursor-pointer rounded-sm text-ink-2 hover:text-ink">
          {countText(capabilities.length)} here and below
          {inherited.length > 0 && (
            <span>
              {added.size === 0 ? ', all inherited' : `, ${added.size} of them granted here`}
            </span>
          )}
        </summary>
        <dl className="mt-2 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 pl-4">
          {byFamily(capabilities).map(({ family, verbs }) => (
            <div key={family} className="contents">
              <dt className="font-mono text-ink-2">{family}</dt>
              <dd className="font-mono">{verbs.join(', ')}</dd>
            </div>
          ))}
        </dl>
      </details>
      {unread.length > 0 && (
        <p className="mt-1 flex flex-wrap items-center gap-2 text-sm text-ink-2">
          <Badge tone="warn">More</Badge> You cannot see what {unread.join(', ')} grants.
        </p>
      )}
    </li>
  );
}
