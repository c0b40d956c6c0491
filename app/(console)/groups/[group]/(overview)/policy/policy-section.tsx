'use client';

import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import {
  PASSWORD_TEXTS,
  POLICY_LABELS,
  SECOND_FACTOR_TEXTS,
} from '#app/(console)/groups/[group]/(overview)/policy/policy-words.ts';
import { Fact, Facts } from '#components/resource/facts.tsx';
import { QueryProblem } from '#components/resource/query-problem.tsx';
import { Link } from '#components/ui/buttons/link.tsx';
import { shortText } from '#components/ui/text/short-text.ts';
import { groupPath, policyPath } from '#lib/client/paths.ts';
import { namesQuery } from '#lib/client/resources/names.ts';
import { lengthText, type Policy, policyQuery } from '#lib/client/resources/policy.ts';

interface Props {
  uid: string;
  /** Whether the person may change the policy, which needs every capability of the owner role. */
  isEditable: boolean;
}

/** The policy of the group's organization. */
export function PolicySection({ uid, isEditable }: Props) {
  const id = useId();
  const query = useQuery(policyQuery(uid));
  const policy = query.data;
  const isOwn = !uid.includes('/');
  const [root = uid] = uid.split('/');
  return (
    <section aria-labelledby={id}>
      <header className="flex items-baseline justify-between gap-4 border-b border-line pb-2">
        <h2 id={id} className="text-base font-semibold">
          Sign-in policy
        </h2>
        {isOwn
          ? isEditable && (
              <Link href={policyPath(uid)} className="text-sm">
                Change the policy
              </Link>
            )
          : policy && (
              <Link href={groupPath(root)} className="text-sm">
                Set by the organization
              </Link>
            )}
      </header>
      {query.isError && !policy ? (
        <QueryProblem
          title="The sign-in policy could not be loaded"
          query={query}
          className="mt-3"
        />
      ) : (
        <Facts>
          <Fact label={POLICY_LABELS.secondFactor}>
            {policy && SECOND_FACTOR_TEXTS[policy.secondFactor]}
          </Fact>
          <Fact label={POLICY_LABELS.passkeyRequired}>
            {policy && (policy.passkeyRequired ? 'Required of everyone' : 'Not required')}
          </Fact>
          <Fact label={POLICY_LABELS.passwordsOff}>{policy && passwordsText(policy)}</Fact>
          <Fact label={POLICY_LABELS.sessionIdle}>
            {policy && `Sign in again after ${lengthText(policy.effectiveSessionIdle)}`}
          </Fact>
          <Fact label={POLICY_LABELS.sessionAbsolute}>
            {policy && `Sign in again after ${lengthText(policy.effectiveSessionAbsolute)}`}
          </Fact>
          <Fact label="Console from">
            {policy && listText(policy.consoleNetworks, 'Everywhere')}
          </Fact>
          <Fact label="API from">{policy && listText(policy.apiNetworks, 'Everywhere')}</Fact>
          <Fact label="Invites for">{policy && listText(policy.inviteDomains, 'Any address')}</Fact>
          {policy && policy.timedRoles.length > 0 && (
            <Fact label={POLICY_LABELS.timedRoles}>
              <TimedRoles policy={policy} />
            </Fact>
          )}
        </Facts>
      )}
    </section>
  );
}

function TimedRoles({
  policy: { timedRoles, timedRolesMaxDuration: longest },
}: {
  policy: Policy;
}) {
  const { data: names } = useQuery(namesQuery('roles', timedRoles));
  const roles = timedRoles.map((uid) => names?.get(uid) ?? shortText(uid)).join(', ');
  return longest === undefined ? roles : `${roles}: ${lengthText(longest)} at most`;
}

function passwordsText({ passwordsOff, effectivePasswordsOff }: Policy): string {
  if (!passwordsOff) return PASSWORD_TEXTS.allowed;
  if (effectivePasswordsOff) return PASSWORD_TEXTS.off;
  return 'Allowed again, because the organization has no identity provider';
}

const listText = (list: readonly string[], all: string) =>
  list.length === 0 ? all : <span className="font-mono text-sm break-words">{list.join(' ')}</span>;
