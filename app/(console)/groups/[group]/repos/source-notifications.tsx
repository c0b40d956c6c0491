'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { KeyRound, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { problemOf } from '#components/frame/problem.ts';
import { AlertDialog } from '#components/ui/overlays/alert-dialog.tsx';
import { Button } from '#components/ui/buttons/button.tsx';
import { CopyButton } from '#components/ui/buttons/copy-button.tsx';
import { CopyText } from '#components/ui/text/copy-text.tsx';
import { ErrorPanel } from '#components/ui/feedback/error-panel.tsx';
import { RelativeTime } from '#components/ui/text/relative-time.tsx';
import {
  notificationConfig,
  rotateNotificationSecret,
} from '#lib/client/resources/registry-sources.ts';
import { type RegistrySource, registrySources } from '#lib/client/resources/resources.ts';
import { CodeBox } from '#components/ui/text/code-box.tsx';

interface Props {
  source: RegistrySource;
  /** The installation's address. */
  url: string;
  /** Why a secret cannot be created. */
  noSync: string | false;
}

/** The instructions for notifications of pushes. */
export function SourceNotifications({ source, url, noSync }: Props) {
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const rotation = useMutation({
    mutationFn: () => rotateNotificationSecret(source.uid),
    onSuccess: () => {
      setAsking(false);
      registrySources.refresh(client);
    },
  });
  const made = source.notificationKeyTime;
  const secret = rotation.data?.notificationSecret;
  return (
    <section
      aria-labelledby="notifications"
      className="flex flex-col gap-4 border-t border-line pt-5"
    >
      <h3 id="notifications" className="text-base font-semibold">
        Notifications
      </h3>
      <p className="text-ink-2">
        With notifications, pushes and deletes appear immediately. For CNCF Distribution, add this
        address to its configuration:
      </p>
      <div>
        <CopyText value={`${url}/registry/events`} label="address of notifications" isWhole />
      </div>
      {secret === undefined ? (
        <div className="flex flex-wrap items-center gap-3">
          <Button
            icon={KeyRound}
            isPending={rotation.isPending}
            disabledReason={noSync}
            onPress={() => (made === undefined ? rotation.mutate() : setAsking(true))}
          >
            {made === undefined ? 'Create secret' : 'Create new secret'}
          </Button>
          {made !== undefined && (
            <span className="text-ink-2">
              Created <RelativeTime value={made} />
            </span>
          )}
        </div>
      ) : (
        <Secret secret={secret} config={notificationConfig(url, secret)} />
      )}
      {rotation.error && (
        <ErrorPanel title="The secret was not created" {...problemOf(rotation.error)} />
      )}
      <AlertDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title="Replace the secret?"
        confirmLabel="Create new secret"
        onConfirm={() => rotation.mutate()}
        isPending={rotation.isPending}
      >
        The current secret stops working immediately. Notifications are refused until the registry’s
        configuration has the new secret.
      </AlertDialog>
    </section>
  );
}

function Secret({ secret, config }: { secret: string; config: string }) {
  return (
    <>
      <p className="flex gap-2.5 rounded bg-warn-soft px-3 py-2.5 font-medium">
        <TriangleAlert aria-hidden size={16} className="mt-0.5 shrink-0 text-warn" />
        Copy this secret now. It is never shown again.
      </p>
      <CopyButton text={() => secret} isLasting variant="primary" className="self-start">
        Copy secret
      </CopyButton>
      <figure className="flex flex-col gap-2">
        <figcaption className="text-ink-2">
          For the registry’s config.yml, secret included:
        </figcaption>
        <CodeBox aria-label="config.yml">{config}</CodeBox>
      </figure>
      <CopyButton text={() => config} isLasting className="self-start">
        Copy configuration
      </CopyButton>
    </>
  );
}
