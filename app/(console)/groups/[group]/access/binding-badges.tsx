'use client';

import { bindingName, grantText } from '#app/(console)/groups/[group]/access/binding-words.ts';
import { Badge } from '#components/ui/text/badge.tsx';
import { Link } from '#components/ui/buttons/link.tsx';
import type { Stop } from '#lib/client/access/blocked-query.ts';
import { resourcePath } from '#lib/client/paths.ts';
import type { RoleBinding } from '#lib/client/resources/resources.ts';

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

interface BindingBadgesProps {
  binding: RoleBinding;
  group: string;
  stop: Stop | undefined;
  /** The binding that makes it redundant. */
  by: RoleBinding | undefined;
}

/** Who made a binding, if a rule did, and why it grants nothing, or nothing more. */
export default function BindingBadges({ binding, group, stop, by }: BindingBadgesProps) {
  return (
    <>
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
      <StoppedBadge binding={binding} stop={stop} />
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
    </>
  );
}
