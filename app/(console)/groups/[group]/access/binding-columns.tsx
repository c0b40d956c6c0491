'use client';

import { useMemo } from 'react';
import { BindingEnd } from '#app/(console)/groups/[group]/access/binding-end.tsx';
import type { ResourceColumn } from '#components/resource-table/columns/columns.ts';
import { later } from '#components/ui/later.tsx';
import { cx } from '#components/ui/text/cx.ts';
import { Link } from '#components/ui/buttons/link.tsx';
import { RelativeTime } from '#components/ui/text/relative-time.tsx';
import type { Stop } from '#lib/client/access/blocked-query.ts';
import { groupPath, isBelow, resourcePath } from '#lib/client/paths.ts';
import type { RoleBinding } from '#lib/client/resources/resources.ts';

const BindingBadges = later(
  () => import('#app/(console)/groups/[group]/access/binding-badges.tsx'),
);

const IDENTITY: ResourceColumn<RoleBinding> = {
  id: 'identity',
  header: 'Identity',
  order: 'identity',
  width: '20%',
  cell: ({ identity }) => <span title={identity.name}>{identity.name}</span>,
};

const WHO: ResourceColumn<RoleBinding> = {
  id: 'who',
  header: 'E-mail or subject',
  cell: ({ identity: { email, subject } }) => (
    <span title={email || subject} className="truncate text-ink-2">
      {email || <span className="font-mono">{subject}</span>}
    </span>
  ),
};

const SINCE = {
  id: 'since',
  header: 'Since',
  order: 'created_at',
  width: 112,
  isFact: true,
} as const;

const UNTIL: ResourceColumn<RoleBinding> = {
  id: 'until',
  header: 'Until',
  width: 128,
  isFact: true,
  cell: (binding) => <BindingEnd binding={binding} />,
};

interface WhereProps {
  binding: RoleBinding;
  group: string;
  /** Shortens the text for a phone. */
  isShort: boolean;
}

/** The group of a binding, relative to another group: here, above or below. */
function Where({ binding, group: here, isShort }: WhereProps) {
  const { uid, name } = binding.group;
  if (uid === here) return <span className="text-ink-2">This group</span>;
  return (
    <span className="truncate text-ink-2">
      {isBelow(here, uid) && (
        <span>
          <span className={cx(isShort && 'max-sm:hidden')}>Inherited </span>from{' '}
        </span>
      )}
      <Link href={groupPath(uid, 'access')}>{name}</Link>
    </span>
  );
}

/**
 * The columns of a list of role bindings. `redundant` has, by uid, the binding that makes each
 * one redundant, and `stopped` those that have no effect because of whom they name.
 */
export function useBindingColumns(
  group: string,
  redundant: ReadonlyMap<string, RoleBinding>,
  stopped: ReadonlyMap<string, Stop>,
): readonly ResourceColumn<RoleBinding>[] {
  return useMemo(
    () => [
      IDENTITY,
      WHO,
      {
        id: 'role',
        header: 'Role',
        order: 'role',
        width: '18%',
        isFact: true,
        cell: (binding) => {
          const by = redundant.get(binding.uid);
          const stop = stopped.get(binding.uid);
          return (
            <span className="flex min-w-0 items-center gap-2">
              <Link
                href={resourcePath('roles', binding.role.uid, group)}
                className={cx('truncate', by && 'max-sm:max-w-1/2 max-sm:shrink-0')}
              >
                {binding.role.name}
              </Link>
              {(binding.providerUid ?? binding.unconfirmedTime ?? stop ?? by) !== undefined && (
                <BindingBadges binding={binding} group={group} stop={stop} by={by} />
              )}
            </span>
          );
        },
      },
      {
        id: 'where',
        header: 'Granted on',
        order: 'group',
        width: '15%',
        isFact: true,
        cell: (binding) => (
          <Where binding={binding} group={group} isShort={redundant.has(binding.uid)} />
        ),
      },
      {
        ...SINCE,
        cell: ({ uid, createTime }) => (
          // A phone has room for one of the two: the redundancy note or this text.
          <span data-off-phone={redundant.has(uid) || undefined}>
            <RelativeTime value={createTime} />
          </span>
        ),
      },
      UNTIL,
    ],
    [group, redundant, stopped],
  );
}
