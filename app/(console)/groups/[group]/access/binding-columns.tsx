'use client';

import { useMemo } from 'react';
import { bindingName, grantText } from '#app/(console)/groups/[group]/access/binding-words.ts';
import type { ResourceColumn } from '#components/resource-table/columns/columns.ts';
import { Badge } from '#components/ui/text/badge.tsx';
import { cx } from '#components/ui/text/cx.ts';
import { Link } from '#components/ui/buttons/link.tsx';
import { RelativeTime } from '#components/ui/text/relative-time.tsx';
import type { Stop } from '#lib/client/access/blocked-query.ts';
import { groupPath, isBelow, resourcePath } from '#lib/client/paths.ts';
import type { RoleBinding } from '#lib/client/resources/resources.ts';

const IDENTITY: ResourceColumn<RoleBinding> = {
  id: 'identity',
  header: 'Identity',
  width: '22%',
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

/** Why a binding has no effect, with the way to the identity that says more. */
const STOPS = {
  blocked: {
    label: 'Blocked',
    tone: 'danger',
    fact: 'is blocked',
    hint: 'A block keeps this role from having effect',
  },
  notJoined: {
    label: 'Not joined',
    tone: 'warn',
    fact: 'has not joined',
    hint: 'This role has no effect until the person joins',
  },
} as const;

function StoppedBadge({ binding, stop }: { binding: RoleBinding; stop: Stop | undefined }) {
  if (stop === undefined) return null;
  const { label, tone, fact, hint } = STOPS[stop];
  return (
    <Link
      href={resourcePath('identities', binding.identity.uid)}
      aria-label={`No effect: ${binding.identity.name} ${fact}`}
      data-hint={hint}
      className="inline-flex shrink-0 no-underline"
    >
      <Badge tone={tone}>{label}</Badge>
    </Link>
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
        width: '20%',
        isFact: true,
        cell: (binding) => {
          const by = redundant.get(binding.uid);
          return (
            <span className="flex min-w-0 items-center gap-2">
              <Link
                href={resourcePath('roles', binding.role.uid, group)}
                className={cx('truncate', by && 'max-sm:max-w-1/2 max-sm:shrink-0')}
              >
                {binding.role.name}
              </Link>
              {binding.providerUid !== undefined && (
                <Link
                  href={resourcePath('providers', binding.providerUid)}
                  aria-label={`By rule: the identity provider that created ${bindingName(binding)}`}
                  data-hint="Created by a role rule of an identity provider"
                  className="inline-flex shrink-0 no-underline"
                >
                  <Badge>By rule</Badge>
                </Link>
              )}
              <StoppedBadge binding={binding} stop={stopped.get(binding.uid)} />
              {binding.unconfirmedTime !== undefined && (
                <Link
                  href={resourcePath('access', binding.uid, group)}
                  aria-label={`No effect: ${bindingName(binding)} is not confirmed`}
                  data-hint="The identity may belong to somebody else now"
                  className="inline-flex shrink-0 no-underline"
                >
                  <Badge tone="warn">No effect</Badge>
                </Link>
              )}
              {by && (
                <Link
                  href={resourcePath('access', binding.uid, group)}
                  aria-label={`Already granted: ${grantText(by)} grants all of ${bindingName(binding)}`}
                  data-hint={`${grantText(by)} already grants all of this`}
                  className="inline-flex min-w-0 no-underline"
                >
                  <Badge tone="warn">
                    <span className="truncate">
                      Already granted
                      {/* Touch has no hover, so the hint is shown as text. */}
                      <span className="sm:hidden">: {grantText(by)}</span>
                    </span>
                  </Badge>
                </Link>
              )}
            </span>
          );
        },
      },
      {
        id: 'where',
        header: 'Granted on',
        width: '20%',
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
    ],
    [group, redundant, stopped],
  );
}
