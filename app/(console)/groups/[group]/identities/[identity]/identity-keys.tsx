'use client';

import { useQuery } from '@tanstack/react-query';
import { Key } from 'lucide-react';
import { KeyBadge } from '#app/(console)/groups/[group]/keys/key-badge.tsx';
import { ActionLink } from '#app/(console)/groups/[group]/_shared/action-link.tsx';
import { Link } from '#components/ui/buttons/link.tsx';
import { Skeleton } from '#components/ui/feedback/skeleton.tsx';
import { RelativeTime } from '#components/ui/text/relative-time.tsx';
import { missingReason } from '#lib/client/access/capabilities.ts';
import { groupPath, newPath, parentUid } from '#lib/client/paths.ts';
import { keysOfIdentity } from '#lib/client/resources/keys-of-identity.ts';
import { currentCaller } from '#lib/client/session/caller.ts';
import { counted } from '#lib/client/counted.ts';

/** The keys with which programs act as the identity. */
export function IdentityKeys({ uid }: { uid: string }) {
  const holder = parentUid(uid) ?? '';
  const { data, isPending, isError } = useQuery(keysOfIdentity(uid));
  const { data: caller } = useQuery(currentCaller());
  const keys = data?.identityKeys ?? [];
  const ofIt = `?${new URLSearchParams({ identity: uid })}`;
  const total = Number(data?.totalCount ?? 0);
  return (
    <section aria-labelledby="identity-keys" className="flex flex-col gap-2">
      <div className="flex items-center justify-between gap-3">
        <h2 id="identity-keys" className="text-base font-semibold">
          Keys
        </h2>
        <ActionLink
          href={newPath(holder, 'keys') + ofIt}
          icon={Key}
          disabledReason={missingReason(caller?.capabilities, uid, 'identity_keys.create')}
        >
          New key
        </ActionLink>
      </div>
      {isPending && <Skeleton className="h-11 w-full" />}
      {isError && <p className="text-ink-2">The keys could not be loaded.</p>}
      {data && keys.length === 0 && (
        <p className="text-ink-2">No keys that you can see. Programs use tokens that match.</p>
      )}
      {keys.length > 0 && (
        <ul className="border-t border-line">
          {keys.map((key) => (
            <li
              key={key.uid}
              className="flex min-h-10 flex-wrap items-center gap-x-4 gap-y-1 border-b border-line py-2"
            >
              <span className="min-w-0 flex-1 truncate font-medium">{key.name}</span>
              <KeyBadge identityKey={key} />
              <span className="text-sm text-ink-2">
                {key.lastUsedTime === undefined ? (
                  'Never used'
                ) : (
                  <span>
                    Used <RelativeTime value={key.lastUsedTime} />
                  </span>
                )}
              </span>
              <span className="text-sm text-ink-2">
                Expires <RelativeTime value={key.expirationTime} />
              </span>
            </li>
          ))}
        </ul>
      )}
      {keys.length > 0 && (
        <Link href={groupPath(holder, 'keys') + ofIt} className="self-start text-sm">
          {total > keys.length ? `All ${counted(total, ['key', 'keys'])}` : 'Manage keys'}
        </Link>
      )}
    </section>
  );
}
