'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { AnswerDialog } from '#app/(console)/requests/answer-dialog.tsx';
import { ExtendDialog } from '#app/(console)/requests/[request]/extend-dialog.tsx';
import { Question } from '#components/frame/question.tsx';
import { Button } from '#components/ui/buttons/button.tsx';
import { toast } from '#components/ui/feedback/toast.tsx';
import { answer, refreshRequests } from '#lib/client/access/requests.ts';
import { isOwner } from '#lib/client/access/owner.ts';
import type { Received } from '#lib/client/api.ts';
import type { AccessRequest } from '#lib/client/resources/resources.ts';
import { type Caller, currentCaller } from '#lib/client/session/caller.ts';

interface RequestActionsProps {
  read: Received<AccessRequest>;
  isAnswerable: boolean;
}

const LABELS = {
  approve: 'Approve…',
  deny: 'Deny…',
  withdraw: 'Withdraw…',
  extend: 'Ask for more time…',
  end: 'End now…',
  review: 'Review…',
} as const;

type Action = keyof typeof LABELS;

/** What the person may do with the request. */
function actionsOf(request: AccessRequest, caller: Caller | undefined, isAnswerable: boolean) {
  const { state, requester, identity, emergency, review, group } = request;
  const parties = [requester.uid, identity.uid];
  const isOwn = caller?.identities.some((one) => parties.includes(one.uid)) ?? false;
  const isReviewer = caller !== undefined && !isOwn && isOwner(caller.capabilities, group.uid);
  const actions: Action[] = [];
  if (state === 'PENDING' && isAnswerable) actions.push('approve', 'deny');
  if (state === 'PENDING' && isOwn) actions.push('withdraw');
  if (state === 'APPROVED' && isOwn && !emergency) actions.push('extend');
  if (state === 'APPROVED' && isOwn) actions.push('end');
  if (emergency && review === undefined && isReviewer) actions.push('review');
  return actions;
}

/** The buttons of a request. None answers before its dialog is confirmed. */
export function RequestActions({
  read: { body: request, etag },
  isAnswerable,
}: RequestActionsProps) {
  const { data: caller } = useQuery(currentCaller());
  const [open, setOpen] = useState<Action | null>(null);
  const close = () => setOpen(null);
  const actions = actionsOf(request, caller, isAnswerable);
  const isAnswer = open === 'approve' || open === 'deny' || open === 'review';
  return (
    <>
      {actions.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {actions.map((action, index) => (
            <Button
              key={action}
              variant={index === 0 && action === 'approve' ? 'primary' : 'secondary'}
              onPress={() => setOpen(action)}
            >
              {LABELS[action]}
            </Button>
          ))}
        </div>
      )}
      {isAnswer && <AnswerDialog how={open} requests={[{ request, etag }]} onClose={close} />}
      {open === 'extend' && <ExtendDialog request={request} etag={etag} onClose={close} />}
      {(open === 'withdraw' || open === 'end') && (
        <Stop how={open} uid={request.uid} etag={etag} onClose={close} />
      )}
    </>
  );
}

const STOPS = {
  withdraw: {
    title: 'Withdraw the request?',
    label: 'Withdraw',
    done: 'Withdrawn',
    problem: 'The request was not withdrawn',
    text: 'Nobody can answer it any more. You can ask again.',
  },
  end: {
    title: 'End this access now?',
    label: 'End now',
    done: 'Ended',
    problem: 'The access was not ended',
    text: 'The role is taken back at once. You can ask again.',
  },
} as const;

interface StopProps {
  how: keyof typeof STOPS;
  uid: string;
  etag: string | null;
  onClose: () => void;
}

function Stop({ how, uid, etag, onClose }: StopProps) {
  const client = useQueryClient();
  const { title, label, done, problem, text } = STOPS[how];
  const stopping = useMutation({
    mutationFn: () => answer(how, { uid, etag }),
    onSuccess: () => {
      onClose();
      toast(done);
    },
    onSettled: () => refreshRequests(client),
  });
  return (
    <Question
      title={title}
      confirmLabel={label}
      problem={problem}
      action={stopping}
      onClose={onClose}
    >
      <p>{text}</p>
    </Question>
  );
}
