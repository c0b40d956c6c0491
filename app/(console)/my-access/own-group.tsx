'use client';

import { useState } from 'react';
import { GroupName } from '#app/(console)/my-access/group-name.tsx';
import { Link } from '#components/ui/buttons/link.tsx';
import { LocalTime } from '#components/ui/text/local-time.tsx';
import type { GroupAccess } from '#lib/client/access/access-by-group.ts';
import { phaseOf } from '#lib/client/access/binding-times.ts';
import { capabilityLines } from '#lib/client/access/capability-words.ts';
import { explainPath } from '#lib/client/paths.ts';
import type { Names } from '#lib/client/resources/names.ts';
import type { Role, RoleBinding } from '#lib/client/resources/resources.ts';
import type { Caller } from '#lib/client/session/caller.ts';

interface OwnGroupProps {
  access: GroupAccess;
  roles: ReadonlyMap<string, Role>;
  caller: Caller | undefined;
  /** Of the groups above. */
  names: Names;
  now: number;
}

/** The roles at a group, and what they and those from above allow there. */
export function OwnGroup({ access, roles, caller, names, now }: OwnGroupProps) {
  const { group, own, inherited } = access;
  const isNow = (binding: RoleBinding) => phaseOf(binding, now) === 'current';
  const current = [...inherited, ...own].filter(isNow);
  const allowed = [
    ...new Set(current.flatMap(({ role }) => roles.get(role.uid)?.capabilities ?? [])),
  ];
  const identity = own[0]?.identity.uid;
  const above = inherited.filter(isNow);
  return (
    <li className="flex flex-col gap-1 border-b border-line py-2.5">
      <div className="flex flex-wrap items-baseline gap-x-4">
        <span className="min-w-0 flex-1 font-medium">
          <GroupName group={group} names={names} />
        </span>
        <Link href={explainPath({ identity, group: group.uid })} className="text-sm">
          Explain<span className="sr-only"> my access to {group.name}</span>
        </Link>
      </div>
      <ul className="flex flex-col gap-0.5">
        {own.map((binding) => (
          <li key={binding.uid} className="wrap-anywhere">
            {binding.role.name}
            <Times binding={binding} now={now} />
            <span className="text-sm text-ink-2"> · {bySource(binding, caller)}</span>
          </li>
        ))}
      </ul>
      {above.length > 0 && (
        <p className="text-sm text-ink-2 wrap-anywhere">
          From groups above:{' '}
          {above.map(({ role, group: at }) => `${role.name} at ${at.name}`).join(', ')}
        </p>
      )}
      {allowed.length > 0 && <Allowed capabilities={allowed} group={group.name} />}
    </li>
  );
}

/** What the person has a role by. */
function bySource({ providerUid, identity }: RoleBinding, caller: Caller | undefined): string {
  if (providerUid !== undefined) return 'by a role rule of your identity provider';
  const isOwn = caller?.organizations.some(({ identityUid }) => identityUid === identity.uid);
  if (isOwn ?? true) return 'granted to you';
  return `granted to ${identity.name}, whose rules match you`;
}

function Times({ binding, now }: { binding: RoleBinding; now: number }) {
  const { startTime, expirationTime } = binding;
  const isComing = startTime !== undefined && phaseOf(binding, now) === 'coming';
  if (!isComing && expirationTime === undefined) return null;
  return (
    <span>
      {isComing && (
        <span>
          {' '}
          from <LocalTime value={startTime} />
        </span>
      )}
      {expirationTime !== undefined && (
        <span>
          {' '}
          until <LocalTime value={expirationTime} />
        </span>
      )}
    </span>
  );
}

/** In words before codes. The lines are made once somebody opens them: an owner of 200 groups has thousands. */
function Allowed({ capabilities, group }: { capabilities: readonly string[]; group: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="text-sm" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="w-fit cursor-pointer rounded-sm text-ink-2 hover:text-ink">
        What I may do<span className="sr-only"> in {group}</span> here and below
      </summary>
      {isOpen && (
        <dl className="mt-2 grid gap-x-4 pl-4 sm:grid-cols-[11rem_minmax(0,1fr)] sm:gap-y-1.5">
          {capabilityLines(capabilities).map(({ label, verbs, codes }) => (
            <div key={label} className="contents">
              <dt className="text-ink-2">{label}</dt>
              <dd className="mb-1 flex flex-col sm:mb-0">
                {verbs}
                <span className="font-mono text-xs text-ink-3 wrap-anywhere">
                  {codes.join(' ')}
                </span>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </details>
  );
}
