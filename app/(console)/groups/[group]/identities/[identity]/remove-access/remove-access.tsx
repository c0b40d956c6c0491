'use client';

import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { FileDown } from 'lucide-react';
import { useState } from 'react';
import { useLastOwner } from '#app/(console)/groups/[group]/access/use-last-owner.ts';
import { isPerson } from '#app/(console)/groups/[group]/identities/identity-words.ts';
import { LeavingNote } from '#app/(console)/groups/[group]/identities/leaving-note.tsx';
import {
  blockStep,
  heldOf,
} from '#app/(console)/groups/[group]/identities/[identity]/remove-access/held.ts';
import { HeldLists } from '#app/(console)/groups/[group]/identities/[identity]/remove-access/held-lists.tsx';
import { allHeldQuery } from '#app/(console)/groups/[group]/identities/[identity]/remove-access/read-held.ts';
import {
  type Done,
  receiptOf,
} from '#app/(console)/groups/[group]/identities/[identity]/remove-access/receipt.ts';
import { ApiCall } from '#components/api-call/api-call.tsx';
import { QueryProblem } from '#components/resource/query-problem.tsx';
import { type Outcome, runEach } from '#components/resource-table/bulk/run-each.ts';
import { Button } from '#components/ui/buttons/button.tsx';
import { CopyButton } from '#components/ui/buttons/copy-button.tsx';
import { Progress } from '#components/ui/feedback/progress.tsx';
import { Skeleton } from '#components/ui/feedback/skeleton.tsx';
import { Checkbox } from '#components/ui/fields/checkbox.tsx';
import { AlertDialog } from '#components/ui/overlays/alert-dialog.tsx';
import { Dialog } from '#components/ui/overlays/dialog.tsx';
import { missingReason } from '#lib/client/access/capabilities.ts';
import { refreshAccess } from '#lib/client/access/bindings.ts';
import { download } from '#lib/client/download.ts';
import { personSessions } from '#lib/client/resources/person-sessions.ts';
import {
  groupInvites,
  identities,
  type Identity,
  identityKeys,
} from '#lib/client/resources/resources.ts';
import { currentCaller } from '#lib/client/session/caller.ts';
import { CodeBox } from '#components/ui/text/code-box.tsx';

export interface RemoveAccessProps {
  identity: Identity;
  onClose: () => void;
}

/** Removes all that the identity holds in one step, with a receipt at the end. */
export default function RemoveAccess({ identity, onClose }: RemoveAccessProps) {
  const client = useQueryClient();
  const { data: caller } = useQuery(currentCaller());
  const grants = caller?.capabilities;
  const all = useQuery({ ...allHeldQuery(identity, grants ?? {}), enabled: grants !== undefined });
  const [isBlocking, setBlocking] = useState(true);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [done, setDone] = useState<Done | null>(null);
  const lastOwner = useLastOwner(identity.uid, (owner) => owner.identity.uid === identity.uid);
  const kinds = all.data ? heldOf(identity, all.data, grants) : [];
  const held = kinds.flatMap((kind) => kind.held);
  const canBlock =
    identity.blockedTime === undefined && !missingReason(grants, identity.uid, 'identity.update');
  const steps = [
    ...(canBlock && isBlocking ? [blockStep(identity)] : []),
    ...held.filter(({ stays }) => !stays),
  ];

  const start = async () => {
    const ended = await runEach(steps, setOutcome);
    const stayed = held.filter(({ stays }) => stays);
    setDone({ ...ended, steps, stayed, time: new Date().toISOString() });
    refresh(client, identity.uid);
  };
  if (done) {
    const by = caller?.principal.email ?? caller?.principal.subject ?? '';
    return <Receipt identity={identity} by={by} done={done} onClose={onClose} />;
  }
  return (
    <AlertDialog
      isOpen
      title={`Remove all access of ${identity.name}?`}
      onClose={() => {
        if (!outcome) onClose();
      }}
      aside={
        <ApiCall
          variant="ghost"
          className="mr-auto -ml-2"
          requests={() => steps.map(({ request }) => request)}
        />
      }
      confirmLabel="Remove all access"
      isPending={outcome !== null}
      disabledReason={
        lastOwner ||
        (all.isError && 'The access could not be read') ||
        (!all.data && 'The access is still loading') ||
        (steps.length === 0 && 'There is nothing that you can remove')
      }
      onConfirm={() => void start()}
    >
      <div className="flex flex-col gap-4">
        {lastOwner && <p className="font-medium text-danger">{lastOwner}</p>}
        {outcome && (
          <Progress
            label={`${outcome.finished.length} of ${steps.length} done`}
            value={outcome.finished.length + outcome.failures.length}
            max={steps.length}
          />
        )}
        {all.isPending && <Skeleton className="h-40 w-full" />}
        {all.isError && <QueryProblem title="The access could not be read" query={all} />}
        {all.data && !outcome && (
          <>
            <p>
              This is everything that you can see. It is removed immediately and permanently. You
              get a receipt.
            </p>
            {isPerson(identity) && identity.blockedTime === undefined && <LeavingNote />}
            <HeldLists kinds={kinds} />
            {all.data.invites === null && (
              <p className="text-ink-2">
                Invites that it created are missing here: to see them you need the capability
                audit.list.
              </p>
            )}
            {canBlock && (
              <Checkbox isSelected={isBlocking} onChange={setBlocking}>
                <span>
                  Block the identity as well
                  <span className="block text-sm text-ink-2">
                    {isPerson(identity)
                      ? 'Patterns that match it, and role rules at its next sign-in, then grant nothing either.'
                      : 'Then role rules grant it nothing either.'}
                  </span>
                </span>
              </Checkbox>
            )}
          </>
        )}
      </div>
    </AlertDialog>
  );
}

function refresh(client: QueryClient, uid: string): void {
  refreshAccess(client);
  for (const { refresh: again } of [identities, identityKeys, groupInvites]) again(client);
  for (const { queryKey } of [identities.versioned(uid), personSessions(uid)]) {
    void client.invalidateQueries({ queryKey });
  }
}

interface ReceiptProps extends RemoveAccessProps {
  by: string;
  done: Done;
}

function Receipt({ identity, by, done, onClose }: ReceiptProps) {
  const text = receiptOf({ identity, url: window.location.origin, by }, done);
  const isWhole = done.failures.length + done.stayed.length === 0;
  const save = () => download([text], `access-removed-${done.time.slice(0, 10)}.txt`, 'text/plain');
  return (
    <Dialog
      isOpen
      size="lg"
      title={isWhole ? 'All access removed' : 'Not all access was removed'}
      isDismissable={false}
      onClose={onClose}
      footer={
        <>
          <Button icon={FileDown} onPress={save}>
            Download
          </Button>
          <CopyButton text={() => text}>Copy receipt</CopyButton>
          <Button variant="primary" autoFocus onPress={onClose}>
            Done
          </Button>
        </>
      }
    >
      <CodeBox aria-label="Receipt" isWrapped className="break-all">
        {text}
      </CodeBox>
    </Dialog>
  );
}
