'use client';

import { useQuery } from '@tanstack/react-query';
import { ArrowRightLeft } from 'lucide-react';
import { useSearchParams } from 'next/navigation';
import { Difference } from '#app/(console)/groups/[group]/roles/compare/difference.tsx';
import { QueryProblem } from '#components/resource/query-problem.tsx';
import { ResourcePicker } from '#components/resource-picker/resource-picker.tsx';
import { ErrorPanel } from '#components/ui/feedback/error-panel.tsx';
import { IconButton } from '#components/ui/buttons/icon-button.tsx';
import { Link } from '#components/ui/buttons/link.tsx';
import { Skeleton } from '#components/ui/feedback/skeleton.tsx';
import { compareRolesPath, groupPath } from '#lib/client/paths.ts';
import { type Role, roles } from '#lib/client/resources/resources.ts';

/**
 * Reads both roles through a list: a role that the caller cannot see is then missing instead of an
 * error.
 */
const bothQuery = (a: string, b: string) =>
  roles.list({ 'uidp.ids': [...new Set([a, b])].sort(), page_size: '2' });

/** Two roles side by side; the address names them. */
export function CompareRoles({ group }: { group: string }) {
  const params = useSearchParams();
  const [a, b] = [params.get('a') ?? '', params.get('b') ?? ''];
  const show = (nextA: string, nextB: string) =>
    window.history.pushState(null, '', compareRolesPath(group, nextA, nextB));
  const scope = { bindableAt: group };
  return (
    <article aria-label="Compare roles" className="flex flex-col gap-6">
      <header className="flex flex-wrap items-baseline gap-x-3">
        <Link href={groupPath(group, 'roles')}>Roles</Link>
        <h2 className="text-lg font-semibold">Compare</h2>
      </header>
      <div className="grid max-w-180 items-end gap-3 sm:grid-cols-[1fr_auto_1fr]">
        <ResourcePicker
          label="Role A"
          resource="roles"
          scope={scope}
          value={a || null}
          isRequired
          onChange={(uid) => show(uid ?? '', b)}
        />
        <IconButton
          label="Swap A and B"
          icon={ArrowRightLeft}
          className="max-sm:justify-self-start"
          disabledReason={(a === '' || b === '') && 'Pick both roles first'}
          onPress={() => show(b, a)}
        />
        <ResourcePicker
          label="Role B"
          resource="roles"
          scope={scope}
          value={b || null}
          isRequired
          onChange={(uid) => show(a, uid ?? '')}
        />
      </div>
      {a === '' || b === '' ? (
        <p className="text-ink-2">
          Pick two roles to see what only one of them grants, and what both do.
        </p>
      ) : (
        <Both a={a} b={b} />
      )}
    </article>
  );
}

function Both({ a, b }: { a: string; b: string }) {
  const result = useQuery(bothQuery(a, b));
  if (result.isError) {
    return <QueryProblem title="The roles could not be loaded" query={result} />;
  }
  if (!result.data) return <Skeleton className="h-96 w-full max-w-180" />;
  const find = (uid: string): Role | undefined =>
    result.data.roles.find((role) => role.uid === uid);
  const [roleA, roleB] = [find(a), find(b)];
  if (roleA && roleB) return <Difference a={roleA} b={roleB} />;
  return (
    <ErrorPanel
      title={roleA || roleB ? 'One of the roles does not exist' : 'The roles do not exist'}
      why="It was deleted, or you cannot see it."
      remedy="Pick another one."
    />
  );
}
