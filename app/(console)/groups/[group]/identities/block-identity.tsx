'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLastOwner } from '#app/(console)/groups/[group]/access/use-last-owner.ts';
import { isPerson } from '#app/(console)/groups/[group]/identities/identity-words.ts';
import { ApiCall } from '#components/api-call/api-call.tsx';
import { problemOf } from '#components/frame/problem.ts';
import { ErrorPanel } from '#components/ui/feedback/error-panel.tsx';
import { TextArea } from '#components/ui/fields/text-area.tsx';
import { AlertDialog } from '#components/ui/overlays/alert-dialog.tsx';
import { toastWithUndo } from '#components/undo/toast-with-undo.ts';
import { named } from '#components/ui/text/named.ts';
import { topGroupOf } from '#lib/client/access/capabilities.ts';
import { madeOf } from '#lib/client/activity/revert.ts';
import { performed } from '#lib/client/api.ts';
import { parentUid } from '#lib/client/paths.ts';
import { blockRequest } from '#lib/client/resources/blocks.ts';
import { namesQuery } from '#lib/client/resources/names.ts';
import { currentCaller } from '#lib/client/session/caller.ts';
import { identities, type Identity } from '#lib/client/resources/resources.ts';

export interface BlockIdentityProps {
  identity: Identity;
  onClose: () => void;
}

/** Says what a block changes, and blocks the identity, or unblocks a blocked one. */
export default function BlockIdentity({ identity, onClose }: BlockIdentityProps) {
  const { uid, name } = identity;
  // The dialog keeps the state at its opening.
  const [isBlocked] = useState(identity.blockedTime !== undefined);
  const [reason, setReason] = useState('');
  const client = useQueryClient();
  const refresh = () => {
    identities.refresh(client);
    for (const queryKey of [identities.versioned(uid).queryKey, ['access']]) {
      void client.invalidateQueries({ queryKey });
    }
  };
  const lastOwner = useLastOwner(isBlocked ? null : uid, (owner) => owner.identity.uid === uid);
  const request = () => blockRequest(uid, isBlocked ? null : reason.trim());
  const run = useMutation({
    mutationFn: () => performed(request()),
    onSuccess: (answer) => {
      onClose();
      refresh();
      toastWithUndo({
        title: named`Identity ${name} ${isBlocked ? 'unblocked' : 'blocked'}`,
        changes: madeOf(uid, answer),
        onUndone: refresh,
        undone: named`Identity ${name} is ${isBlocked ? 'blocked again' : 'no longer blocked'}`,
      });
    },
  });
  return (
    <AlertDialog
      isOpen
      onClose={onClose}
      title={isBlocked ? `Unblock ${name}?` : `Block ${name}?`}
      variant={isBlocked ? 'primary' : 'danger'}
      aside={<ApiCall variant="ghost" className="mr-auto -ml-2" requests={() => [request()]} />}
      confirmLabel={isBlocked ? 'Unblock identity' : 'Block identity'}
      onConfirm={() => run.mutate()}
      isPending={run.isPending}
      disabledReason={lastOwner}
    >
      <div className="flex flex-col gap-3">
        {lastOwner && <p className="font-medium text-danger">{lastOwner}</p>}
        {isBlocked ? (
          <p>From the next request on, it gets back everything that its roles grant.</p>
        ) : (
          <>
            {isPerson(identity) && (
              <p>
                This is the way when somebody leaves: all stops at once, and nothing is deleted.
              </p>
            )}
            {isPerson(identity) ? <OfPerson uid={uid} /> : <OfPattern />}
            <TextArea
              label="Reason"
              isOptional
              rows={2}
              maxLength={1_024}
              value={reason}
              onChange={setReason}
              description="For everyone who can see this identity."
            />
          </>
        )}
        {run.error && (
          <ErrorPanel
            title={`The identity was not ${isBlocked ? 'unblocked' : 'blocked'}`}
            {...problemOf(run.error)}
          />
        )}
      </div>
    </AlertDialog>
  );
}

/** A block reaches as far as the right to block does. */
function OfPerson({ uid }: { uid: string }) {
  const { data: caller } = useQuery(currentCaller());
  const group = caller && topGroupOf(caller.capabilities, uid, 'identity.update');
  const { data: names } = useQuery(namesQuery('groups', group ? [group] : []));
  const isWhole = !group || parentUid(group) === null;
  const where = isWhole
    ? 'in this organization'
    : `by roles in ${names?.get(group) ?? 'your group'} and below`;
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2">
      <dt className="font-medium">Stops</dt>
      <dd>
        All they can do {where}, from the next request on: their sessions, tokens and keys, and
        running imports and syncs. Other identities that match them grant nothing there either.
      </dd>
      <dt className="font-medium">Stays</dt>
      <dd>
        The identity with its role bindings and keys: unblocking gives everything back. Access in
        other organizations
        <span>{isWhole ? '' : ', and by roles from groups above,'}</span> stays too.
      </dd>
    </dl>
  );
}

function OfPattern() {
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2">
      <dt className="font-medium">Stops</dt>
      <dd>All that this identity grants, to everyone whom its patterns match, at once.</dd>
      <dt className="font-medium">Stays</dt>
      <dd>
        Access through other identities, and the identity with its role bindings: unblocking gives
        everything back.
      </dd>
    </dl>
  );
}
