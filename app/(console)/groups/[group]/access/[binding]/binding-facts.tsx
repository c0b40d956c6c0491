import { Fact, Facts } from '#components/resource/facts.tsx';
import { Link } from '#components/ui/buttons/link.tsx';
import { RelativeTime, useNow } from '#components/ui/text/relative-time.tsx';
import { phaseOf } from '#lib/client/access/binding-times.ts';
import { groupPath, resourcePath, rolePath } from '#lib/client/paths.ts';
import type { RoleBinding } from '#lib/client/resources/resources.ts';

/** The identity, role and group of a binding. */
export function BindingFacts({ binding }: { binding: RoleBinding | undefined }) {
  const now = useNow();
  return (
    <Facts>
      <Fact label="Identity">
        {binding && (
          <span className="flex flex-wrap items-baseline gap-x-3">
            <Link href={resourcePath('identities', binding.identity.uid)}>
              {binding.identity.name}
            </Link>
            <span className="min-w-0 break-words text-ink-2">
              {binding.identity.email || binding.identity.subject}
            </span>
          </span>
        )}
      </Fact>
      <Fact label="Role">
        {binding && (
          <span className="flex flex-wrap items-baseline gap-x-3">
            <Link href={rolePath(binding.role.uid, binding.group.uid)}>{binding.role.name}</Link>
            <span className="min-w-0 break-words text-ink-2">{binding.role.description}</span>
          </span>
        )}
      </Fact>
      <Fact label="Applies to">
        {binding && (
          <>
            <Link href={groupPath(binding.group.uid)}>{binding.group.name}</Link>
            <span className="text-ink-2"> and all groups below</span>
          </>
        )}
      </Fact>
      {binding?.providerUid !== undefined && (
        <Fact label="Created by">
          <>
            A role rule of{' '}
            <Link href={resourcePath('providers', binding.providerUid)}>an identity provider</Link>
            <span className="text-ink-2">. It changes and ends with the rule.</span>
          </>
        </Fact>
      )}
      <Fact label="Since">{binding && <RelativeTime value={binding.createTime} />}</Fact>
      {binding?.startTime !== undefined && (
        <Fact label="Grants it from">
          <RelativeTime value={binding.startTime} />
        </Fact>
      )}
      {binding?.expirationTime !== undefined && (
        <Fact label={phaseOf(binding, now) === 'ended' ? 'Ended' : 'Ends'}>
          <RelativeTime value={binding.expirationTime} />
        </Fact>
      )}
    </Facts>
  );
}
