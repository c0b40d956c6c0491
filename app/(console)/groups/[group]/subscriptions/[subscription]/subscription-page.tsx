'use client';

import { useQuery } from '@tanstack/react-query';
import { Pencil, Trash2 } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { useNames } from '#app/(console)/groups/[group]/_shared/use-names.ts';
import { ActionLink } from '#app/(console)/groups/[group]/_shared/action-link.tsx';
import { Deliveries } from '#app/(console)/groups/[group]/subscriptions/[subscription]/deliveries.tsx';
import { TargetActions } from '#app/(console)/groups/[group]/subscriptions/[subscription]/target-actions.tsx';
import { DeleteSubscription } from '#app/(console)/groups/[group]/subscriptions/delete-subscription.tsx';
import { scheduleText } from '#lib/client/resources/schedules.ts';
import {
  reasonText,
  SubscriptionBadge,
} from '#app/(console)/groups/[group]/subscriptions/subscription-badge.tsx';
import { useShortcuts } from '#components/frame/shortcuts.ts';
import { Fact, Facts } from '#components/resource/facts.tsx';
import { QueryProblem } from '#components/resource/query-problem.tsx';
import { RecordDetails } from '#components/resource/record-details.tsx';
import { ResourceHead } from '#components/resource/resource-head.tsx';
import { useShownIn } from '#components/resource/use-shown-in.ts';
import { Button } from '#components/ui/buttons/button.tsx';
import { Link } from '#components/ui/buttons/link.tsx';
import { CopyText } from '#components/ui/text/copy-text.tsx';
import { RelativeTime } from '#components/ui/text/relative-time.tsx';
import { missingReason } from '#lib/client/access/capabilities.ts';
import { resourcePath, savedViewPath } from '#lib/client/paths.ts';
import { type Subscription, subscriptions } from '#lib/client/resources/resources.ts';
import { namesQuery } from '#lib/client/resources/names.ts';
import { currentCaller } from '#lib/client/session/caller.ts';

/** One subscription: whether it delivers, and what became of each event. */
export function SubscriptionPage({ uid }: { uid: string }) {
  const router = useRouter();
  const result = useQuery(subscriptions.versioned(uid));
  const { data: caller } = useQuery(currentCaller());
  const [isDeleting, setDeleting] = useState(false);
  const subscription = result.data?.body;
  const isWebhook = subscription?.email === undefined;
  const { list, edit } = useShownIn('subscriptions', uid);
  const noEdit = missingReason(caller?.capabilities, uid, 'subscriptions.update');
  const noDelete = missingReason(caller?.capabilities, uid, 'subscriptions.delete');
  useShortcuts({ e: noEdit ? undefined : () => router.push(edit) });
  if (result.isError && !subscription) {
    return <QueryProblem title="This subscription could not be loaded" query={result} />;
  }
  return (
    <article aria-label={subscription?.name ?? 'Subscription'} className="flex flex-col gap-8">
      <div className="flex flex-col gap-3">
        <ResourceHead tab="subscriptions" uid={uid} name={subscription?.name}>
          <ActionLink href={edit} icon={Pencil} disabledReason={noEdit}>
            Edit
          </ActionLink>
          <Button icon={Trash2} disabledReason={noDelete} onPress={() => setDeleting(true)}>
            Delete
          </Button>
        </ResourceHead>
        <SubscriptionFacts row={subscription} />
        {isWebhook && <TargetActions uid={uid} disabledReason={noEdit} />}
      </div>
      {isWebhook && <Deliveries uid={uid} noReplay={noEdit} />}
      <RecordDetails uid={uid} resource={subscription} path={subscriptions.pathOf(uid)} />
      <DeleteSubscription
        resource={isDeleting && subscription ? subscription : null}
        onClose={() => setDeleting(false)}
        onDeleted={() => router.replace(list)}
      />
    </article>
  );
}

/** The identity, if the person sees it. */
function ActsAs({ uid }: { uid: string }) {
  const name = useNames(namesQuery('identities', [uid]))?.get(uid);
  if (name === undefined) return <CopyText value={uid} label="uid of the identity" />;
  return <Link href={resourcePath('identities', uid)}>{name}</Link>;
}

function OfWebhook({ row }: { row: Subscription | undefined }) {
  return (
    <>
      <Fact label="Address">
        {row?.webhook && <CopyText value={row.webhook.url} label="address" isWhole />}
      </Fact>
      <Fact label="Types">
        {row && <span className="font-mono text-sm break-words">{row.types.join(' ')}</span>}
      </Fact>
    </>
  );
}

function OfDigest({ email }: { email: NonNullable<Subscription['email']> }) {
  return (
    <>
      <Fact label="Sends">{`${scheduleText(email)} (${email.timeZone})`}</Fact>
      <Fact label="View">
        <Link href={savedViewPath(email.savedViewUid)}>The saved view</Link>
      </Fact>
    </>
  );
}

function SubscriptionFacts({ row }: { row: Subscription | undefined }) {
  return (
    <Facts>
      <Fact label="State">
        {row && (
          <span className="flex flex-wrap items-center gap-2">
            <SubscriptionBadge subscription={row} />
            <span className="text-ink-2">
              <RelativeTime value={row.stateTime} />
            </span>
            <span className="text-ink-2">{reasonText(row)}</span>
          </span>
        )}
      </Fact>
      {row?.email === undefined ? <OfWebhook row={row} /> : <OfDigest email={row.email} />}
      <Fact label="Acts as">{row && <ActsAs uid={row.identityUid} />}</Fact>
    </Facts>
  );
}
