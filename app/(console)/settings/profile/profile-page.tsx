'use client';

import { BindingEnd } from '#app/(console)/groups/[group]/access/binding-end.tsx';
import { useQuery } from '@tanstack/react-query';
import { OwnEmail } from '#app/(console)/settings/profile/own-email.tsx';
import { Section } from '#app/(console)/settings/section.tsx';
import { Fact, Facts } from '#components/resource/facts.tsx';
import { type Caller, currentCaller } from '#lib/client/session/caller.ts';
import { QueryProblem } from '#components/resource/query-problem.tsx';
import { CopyText } from '#components/ui/text/copy-text.tsx';
import { Link } from '#components/ui/buttons/link.tsx';
import { Skeleton } from '#components/ui/feedback/skeleton.tsx';
import { isGranted } from '#lib/client/access/capabilities.ts';
import { explainPath, groupPath, resourcePath, settingsPath } from '#lib/client/paths.ts';
import type { RoleBinding } from '#lib/client/resources/resources.ts';

/** The maximum number of bindings that the server returns at once. */
const LIMIT = 200;

interface Props {
  /** Whether the visitor signed in with a password of this installation. */
  hasPassword: boolean;
  /** Whether this installation sends e-mail. */
  sendsMail: boolean;
}

/** The caller's identities, and their access. */
export function ProfilePage({ hasPassword, sendsMail }: Props) {
  const result = useQuery(currentCaller());
  if (result.isError && !result.data) {
    return <QueryProblem title="Your profile could not be loaded" query={result} />;
  }
  const caller = result.data;
  return (
    <>
      <Section
        title="You"
        about={
          hasPassword
            ? 'Your name and e-mail come from the account created when you joined.'
            : 'Your name and e-mail come from your identity provider. They are updated at each sign-in.'
        }
      >
        <Person caller={caller} hasPassword={hasPassword} sendsMail={sendsMail} />
      </Section>
      <Section title="Your identities" about="Your roles are bound to these identities.">
        <Identities caller={caller} />
      </Section>
      <Section
        title="Where you have access"
        about="A role applies to its group and everything below."
      >
        <Access caller={caller} />
      </Section>
    </>
  );
}

function Person({ caller, hasPassword, sendsMail }: Props & { caller: Caller | undefined }) {
  const principal = caller?.principal;
  const own = caller?.identities.find(({ uid }) => hasPassword && uid === principal?.subject);
  return (
    <Facts>
      <Fact label="Name">{principal && (principal.name || null)}</Fact>
      <Fact label="E-mail">
        {principal &&
          (principal.email ? (
            <OwnEmail
              email={principal.email}
              isOwn={hasPassword}
              isUnverified={own?.emailUnverified === true}
              sendsMail={sendsMail}
            />
          ) : (
            principal.withheldEmail && <WithheldEmail email={principal.withheldEmail} />
          ))}
      </Fact>
      <Fact label="Signs in with">
        {principal &&
          (hasPassword ? (
            <>
              A password of this installation.{' '}
              <Link href={settingsPath('password')}>Change it</Link>
            </>
          ) : (
            <CopyText value={principal.issuer} label="issuer" isWhole />
          ))}
      </Fact>
      <Fact label="Subject">
        {principal && <CopyText value={principal.subject} label="subject" isWhole />}
      </Fact>
    </Facts>
  );
}

/** Says why the address from the provider does not count. */
function WithheldEmail({ email }: { email: string }) {
  return (
    <span className="wrap-anywhere">
      Not accepted: another organization has verified the domain of {email}, so only its identity
      providers can vouch for the address.
    </span>
  );
}

const ROW =
  'flex min-h-10 flex-wrap items-center gap-x-4 gap-y-1 border-b border-line py-2 first:border-t';

function Identities({ caller }: { caller: Caller | undefined }) {
  if (!caller) return <Skeleton className="h-11 w-full" />;
  if (caller.identities.length === 0) return <p className="text-ink-2">You have no identity.</p>;
  return (
    <ul>
      {caller.identities.map(({ uid, name }) => (
        <li key={uid} className={ROW}>
          <span className="min-w-0 flex-1 truncate">
            {isGranted(caller.capabilities, uid, 'identity.list') ? (
              <Link href={resourcePath('identities', uid)} prefetch={false}>
                {name}
              </Link>
            ) : (
              name
            )}
          </span>
          <CopyText value={uid} label="uid" />
        </li>
      ))}
    </ul>
  );
}

function Access({ caller }: { caller: Caller | undefined }) {
  if (!caller) return <Skeleton className="h-11 w-full" />;
  const bindings = caller.roleBindings;
  if (bindings.length === 0) {
    return (
      <p className="text-ink-2">
        Nowhere yet. Ask an owner of your organization for an invite or a role binding.
      </p>
    );
  }
  return (
    <>
      <ul>
        {bindings.map((binding) => (
          <Binding key={binding.uid} binding={binding} caller={caller} />
        ))}
      </ul>
      {bindings.length >= LIMIT && (
        <p className="text-ink-2">These are the first {LIMIT}; there may be more.</p>
      )}
    </>
  );
}

function Binding({ binding, caller }: { binding: RoleBinding; caller: Caller }) {
  const { identity, group, role } = binding;
  const isNamed = caller.identities.length > 1;
  return (
    <li className={ROW}>
      <span className="min-w-0 flex-1 truncate">
        <span className="font-medium">{role.name}</span>
        <span className="text-ink-2"> on </span>
        <Link href={groupPath(group.uid)} prefetch={false}>
          {group.name}
        </Link>
        {isNamed && (
          <span className="text-ink-2">
            {' '}
            as <bdi>{identity.name}</bdi>
          </span>
        )}
      </span>
      <span className="text-sm text-ink-2">
        <BindingEnd binding={binding} />
      </span>
      <Link
        href={explainPath({ identity: identity.uid, group: group.uid })}
        prefetch={false}
        className="text-sm"
      >
        Explain<span className="sr-only"> access to {group.name}</span>
      </Link>
    </li>
  );
}
