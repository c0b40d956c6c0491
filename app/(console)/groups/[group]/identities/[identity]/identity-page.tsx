'use client';

import { useQuery } from '@tanstack/react-query';
import { Ban, Pencil, SearchCheck, Trash2, UserKey, UserX } from 'lucide-react';
import { useRouter, useSearchParams } from 'next/navigation';
import { useState } from 'react';
import { IdentityAccess } from '#app/(console)/groups/[group]/identities/[identity]/identity-access.tsx';
import { IdentityActivity } from '#app/(console)/groups/[group]/identities/[identity]/identity-activity.tsx';
import {
  IdentitySummary,
  TokenFacts,
} from '#app/(console)/groups/[group]/identities/[identity]/identity-facts.tsx';
import { IdentityKeys } from '#app/(console)/groups/[group]/identities/[identity]/identity-keys.tsx';
import { StandingBadge } from '#app/(console)/groups/[group]/identities/standing-badge.tsx';
import { hasAccount, isPerson } from '#app/(console)/groups/[group]/identities/identity-words.ts';
import { ActionLink } from '#app/(console)/groups/[group]/_shared/action-link.tsx';
import { later } from '#components/ui/later.tsx';
import { currentCaller } from '#lib/client/session/caller.ts';
import { useShortcuts } from '#components/frame/shortcuts.ts';
import { FoldingActions } from '#components/resource/folding-actions.tsx';
import { QueryProblem } from '#components/resource/query-problem.tsx';
import { ResourceHead } from '#components/resource/resource-head.tsx';
import { useShownIn } from '#components/resource/use-shown-in.ts';
import { RecordDetails } from '#components/resource/record-details.tsx';
import { isGranted, missingReason } from '#lib/client/access/capabilities.ts';
import { explainPath, newPath, parentUid, resourcePath } from '#lib/client/paths.ts';
import { type Identity, identities } from '#lib/client/resources/resources.ts';

const DeleteIdentity = later(async () => ({
  default: (await import('#app/(console)/groups/[group]/identities/delete-identity.tsx'))
    .DeleteIdentity,
}));

// Only people have these.
const PersonFactors = later(async () => ({
  default: (await import('#app/(console)/groups/[group]/identities/[identity]/person-factors.tsx'))
    .PersonFactors,
}));
const PersonSessions = later(async () => ({
  default: (await import('#app/(console)/groups/[group]/identities/[identity]/person-sessions.tsx'))
    .PersonSessions,
}));

const BlockIdentity = later(
  () => import('#app/(console)/groups/[group]/identities/block-identity.tsx'),
);

const RemoveAccess = later(
  () =>
    import('#app/(console)/groups/[group]/identities/[identity]/remove-access/remove-access.tsx'),
);

/** One identity: its access first, then its claim match. */
export function IdentityPage({ uid }: { uid: string }) {
  const router = useRouter();
  const result = useQuery(identities.versioned(uid));
  const { data: caller } = useQuery(currentCaller());
  // Null until somebody asks for it. It stays then, since it forgets the identity only with the page.
  const [isDeleting, setDeleting] = useState<boolean | null>(null);
  const [isBlocking, setBlocking] = useState(false);
  // The palette opens this page with the dialog to block.
  const isBlockAsked = useSearchParams().has('block');
  const [isRemoving, setRemoving] = useState(false);
  const identity = result.data?.body;
  const holder = parentUid(uid) ?? '';
  const { group, list, edit } = useShownIn('identities', uid);
  const noEdit = missingReason(caller?.capabilities, uid, 'identity.update');
  const isSelf = caller?.identities.some((own) => own.uid === uid) ?? false;
  const noDelete = missingReason(caller?.capabilities, uid, 'identity.delete');
  useShortcuts({ e: noEdit ? undefined : () => router.push(edit) });
  if (result.isError && !identity) {
    return <QueryProblem title="This identity could not be loaded" query={result} />;
  }
  return (
    <article aria-label={identity?.name ?? 'Identity'} className="flex flex-col gap-8">
      <div className="flex flex-col gap-3">
        <ResourceHead
          tab="identities"
          uid={uid}
          name={identity?.name}
          badge={<StandingBadge identity={identity} />}
        >
          <ActionLink
            href={`${newPath(group, 'access')}?${new URLSearchParams({ for: uid })}`}
            icon={UserKey}
            disabledReason={missingReason(caller?.capabilities, group, 'role_bindings.create')}
          >
            Grant access
          </ActionLink>
          <ActionLink href={edit} icon={Pencil} disabledReason={noEdit}>
            Edit
          </ActionLink>
          <FoldingActions
            actions={[
              {
                label: 'Explain access',
                icon: SearchCheck,
                href: explainPath({ identity: uid, group: holder }),
              },
              {
                label: identity?.blockedTime === undefined ? 'Block…' : 'Unblock…',
                icon: Ban,
                disabledReason: noEdit || (isSelf && 'This is you'),
                onPress: () => setBlocking(true),
              },
              {
                label: 'Remove all access…',
                icon: UserX,
                disabledReason: isSelf && 'This is you',
                onPress: () => setRemoving(true),
              },
              {
                label: 'Delete',
                icon: Trash2,
                isDanger: true,
                disabledReason: noDelete,
                onPress: () => setDeleting(true),
              },
            ]}
          />
        </ResourceHead>
        <IdentitySummary identity={identity} />
      </div>
      <IdentityAccess uid={uid} once={onceOf(identity)} />
      <TokenFacts identity={identity} />
      <IdentityKeys uid={uid} />
      {identity && caller && !noEdit && isPerson(identity) && <PersonSessions uid={uid} />}
      {identity && caller && !noEdit && hasAccount(identity) && (
        <PersonFactors identity={identity} isSelf={isSelf} />
      )}
      {caller && isGranted(caller.capabilities, uid, 'audit.list') && (
        <IdentityActivity uid={uid} />
      )}
      <RecordDetails uid={uid} resource={identity} path={identities.pathOf(uid)} />
      {(isBlocking || isBlockAsked) && identity && !noEdit && !isSelf && (
        <BlockIdentity
          identity={identity}
          onClose={() => {
            setBlocking(false);
            if (isBlockAsked) router.replace(resourcePath('identities', uid, group));
          }}
        />
      )}
      {isRemoving && identity && (
        <RemoveAccess identity={identity} onClose={() => setRemoving(false)} />
      )}
      {isDeleting !== null && (
        <DeleteIdentity
          identity={isDeleting && identity ? identity : null}
          onClose={() => setDeleting(false)}
          onDeleted={() => router.replace(list)}
        />
      )}
    </article>
  );
}

/** What has to come before the identity has effect. */
function onceOf(identity: Identity | undefined): 'unblocked' | 'joined' | null {
  if (identity?.blockedTime !== undefined) return 'unblocked';
  return identity?.unconfirmedTime === undefined ? null : 'joined';
}
