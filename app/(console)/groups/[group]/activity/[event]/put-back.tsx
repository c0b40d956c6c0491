import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ChangeDiff } from '#app/(console)/groups/[group]/activity/[event]/change-diff.tsx';
import {
  hasSecret,
  type Offer,
} from '#app/(console)/groups/[group]/activity/[event]/reversible.ts';
import { ApiCall } from '#components/api-call/api-call.tsx';
import { problemOf } from '#components/frame/problem.ts';
import { ErrorPanel } from '#components/ui/feedback/error-panel.tsx';
import { Skeleton } from '#components/ui/feedback/skeleton.tsx';
import { toast } from '#components/ui/feedback/toast.tsx';
import { Checkbox } from '#components/ui/fields/checkbox.tsx';
import { TextField } from '#components/ui/fields/text-field.tsx';
import { AlertDialog } from '#components/ui/overlays/alert-dialog.tsx';
import { RelativeTime } from '#components/ui/text/relative-time.tsx';
import { revert, revertRequest, type Reverted } from '#lib/client/activity/revert.ts';
import { ApiRequestError } from '#lib/client/api.ts';
import type { AuditEvent } from '#lib/client/resources/resources.ts';
import { changedMask } from '#lib/client/resources/changed-mask.ts';

interface PutBackProps {
  event: AuditEvent;
  offer: Offer;
  onClose: () => void;
}

/** Shows what taking the event back would change, as the server says it, and does it. */
export default function PutBack({ event, offer, onClose }: PutBackProps) {
  const client = useQueryClient();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [secret, setSecret] = useState('');
  const request = { uid: event.uid, ...(secret !== '' && { secret }) };
  const plain = useCheck(request.uid, undefined);
  const changed = plain.data?.changedSince ?? changedSinceIn(plain.error);
  const fields = fieldsWith(plain.data, chosen);
  const check = useCheck(request.uid, fields);
  const body = { ...request, ...(fields !== undefined && { fields: [...fields] }) };
  const run = useMutation({
    mutationFn: () => revert(body),
    onSuccess: ({ changedSince }) => {
      const kept = changedSince.filter((path) => !chosen.includes(path)).join(', ');
      onClose();
      toast({
        title: offer.done,
        ...(kept !== '' && { description: `Changed since, and kept: ${kept}` }),
      });
      void client.invalidateQueries();
    },
  });
  const isWaitingForChoice = changed.length > 0 && check.error !== null && chosen.length === 0;
  return (
    <AlertDialog
      isOpen
      onClose={onClose}
      title={`${offer.label}?`}
      variant={offer.isDanger ? 'danger' : 'primary'}
      aside={
        <ApiCall variant="ghost" className="mr-auto -ml-2" requests={() => [revertRequest(body)]} />
      }
      confirmLabel={offer.label}
      onConfirm={() => run.mutate()}
      isPending={run.isPending}
      disabledReason={
        (check.isPending && 'Checking what it would change') ||
        (isWaitingForChoice && 'Choose a field first') ||
        (check.error && secret === '' && problemOf(check.error).why)
      }
    >
      <div className="flex flex-col gap-3">
        {check.isPending && <Skeleton className="h-15 w-full" />}
        {check.data && <Effect reverted={check.data} />}
        {changed.length > 0 && (
          <fieldset className="flex flex-col gap-1">
            <legend className="mb-1">Changed since, and kept unless you choose them:</legend>
            {changed.map((path) => (
              <Checkbox
                key={path}
                isSelected={chosen.includes(path)}
                onChange={(is) =>
                  setChosen(is ? [...chosen, path] : chosen.filter((one) => one !== path))
                }
              >
                <span className="font-mono text-sm">{path}</span>
              </Checkbox>
            ))}
          </fieldset>
        )}
        {hasSecret(event) && !offer.isDanger && (
          <TextField
            label="Secret"
            isOptional
            type="password"
            autoComplete="off"
            value={secret}
            onChange={setSecret}
            description="No record has the client secret or the password. Leave it empty where there is none."
          />
        )}
        {check.error && !isWaitingForChoice && (
          <ErrorPanel title="This cannot be put back" {...problemOf(check.error)} />
        )}
        {run.error && <ErrorPanel title="Nothing was changed" {...problemOf(run.error)} />}
      </div>
    </AlertDialog>
  );
}

const useCheck = (uid: string, fields: readonly string[] | undefined) =>
  useQuery({
    queryKey: ['auditEvents', 'revert', uid, fields ?? null],
    queryFn: () => revert({ uid, validateOnly: true, ...(fields && { fields: [...fields] }) }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });

/** The fields that were changed since, where all of them were. */
const changedSinceIn = (error: unknown): string[] =>
  error instanceof ApiRequestError
    ? error.preconditions.flatMap(({ type, subject = '' }) =>
        type === 'CHANGED_SINCE' && !/^[0-9a-f]{40}/.test(subject) ? [subject] : [],
      )
    : [];

/** With those that nobody has changed since; undefined while nothing is chosen. */
function fieldsWith(
  plain: Reverted | undefined,
  chosen: readonly string[],
): readonly string[] | undefined {
  if (chosen.length === 0) return undefined;
  return [...changedMask(plain?.before ?? {}, plain?.after ?? {}), ...chosen];
}

function Effect({ reverted }: { reverted: Reverted }) {
  const { operation, before = {}, after = {}, since } = reverted;
  if (operation === 'create') {
    return (
      <>
        <p>
          It comes back with its name and another uid
          {since !== undefined && (
            <span>
              {'. It had been there since '}
              <RelativeTime value={since} />
            </span>
          )}
          .
        </p>
        <p className="text-ink-2">Role bindings that ended with it have events of their own.</p>
      </>
    );
  }
  if (operation === 'delete') return <p>This deletes what the event created.</p>;
  return <ChangeDiff before={before} after={after} />;
}
