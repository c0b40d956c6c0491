'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { KeyRound, Plug } from 'lucide-react';
import { useState } from 'react';
import TestResult from '#app/(console)/groups/[group]/_shared/test-result.tsx';
import { problemOf } from '#components/frame/problem.ts';
import { Button } from '#components/ui/buttons/button.tsx';
import { CopyButton } from '#components/ui/buttons/copy-button.tsx';
import { ErrorPanel } from '#components/ui/feedback/error-panel.tsx';
import { AlertDialog } from '#components/ui/overlays/alert-dialog.tsx';
import { subscriptions } from '#lib/client/resources/resources.ts';
import {
  rotateSubscriptionSecret,
  testSubscription,
  type SubscriptionTest,
} from '#lib/client/resources/subscriptions.ts';

interface Props {
  uid: string;
  disabledReason: string | false;
}

/** Sends an example to the target, and replaces its secret. */
export function TargetActions({ uid, disabledReason }: Props) {
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const test = useMutation({ mutationFn: () => testSubscription(uid) });
  const rotation = useMutation({
    mutationFn: () => rotateSubscriptionSecret(uid),
    onSuccess: () => {
      setAsking(false);
      subscriptions.refresh(client);
    },
  });
  const secret = rotation.data?.secret;
  const error = test.error ?? rotation.error;
  return (
    <div className="flex max-w-200 flex-col items-start gap-3 py-2">
      <div className="flex flex-wrap gap-2">
        <Button
          icon={Plug}
          onPress={() => test.mutate()}
          isPending={test.isPending}
          disabledReason={disabledReason}
        >
          Send an example
        </Button>
        <Button
          icon={KeyRound}
          onPress={() => setAsking(true)}
          isPending={rotation.isPending}
          disabledReason={disabledReason}
        >
          Replace secret
        </Button>
      </div>
      <div role="status" className="flex w-full flex-col gap-2">
        {test.data && <Tested result={test.data} />}
        {secret !== undefined && (
          <TestResult isGood title="Copy the new secret now. It is never shown again.">
            <code className="font-mono text-sm break-all">{secret}</code>
            <CopyButton text={() => secret} isLasting variant="primary">
              Copy secret
            </CopyButton>
          </TestResult>
        )}
      </div>
      {error && (
        <ErrorPanel
          className="w-full"
          title={test.error ? 'Nothing was sent' : 'The secret was not replaced'}
          {...problemOf(error)}
        />
      )}
      <AlertDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title="Replace the secret?"
        confirmLabel="Replace secret"
        onConfirm={() => rotation.mutate()}
        isPending={rotation.isPending}
      >
        For 24 hours requests are signed with both, so that the target has time to change.
      </AlertDialog>
    </div>
  );
}

function Tested({
  result: { status, problem, answer, milliseconds },
}: {
  result: SubscriptionTest;
}) {
  const isGood = status !== undefined && status >= 200 && status < 300;
  const title =
    status === undefined
      ? `There was no answer: ${problem}`
      : `The target answered with ${status} after ${milliseconds} ms`;
  return (
    <TestResult isGood={isGood} title={title}>
      {answer !== '' && <code className="font-mono text-sm break-all">{answer.slice(0, 400)}</code>}
    </TestResult>
  );
}
