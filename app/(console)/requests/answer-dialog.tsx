'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { problemOf, violationsOf } from '#components/frame/problem.ts';
import { ErrorPanel } from '#components/ui/feedback/error-panel.tsx';
import { toast } from '#components/ui/feedback/toast.tsx';
import { Checkbox } from '#components/ui/fields/checkbox.tsx';
import { Select } from '#components/ui/fields/select.tsx';
import { TextArea } from '#components/ui/fields/text-area.tsx';
import { FormDialog } from '#components/ui/overlays/form-dialog.tsx';
import { durationChoices, requestText } from '#lib/client/access/request-words.ts';
import { answer, type Answering, refreshRequests } from '#lib/client/access/requests.ts';
import { namesQuery } from '#lib/client/resources/names.ts';
import type { AccessRequest } from '#lib/client/resources/resources.ts';
import { counted } from '#lib/client/counted.ts';

export interface Answered {
  request: AccessRequest;
  /** Of the version that the person has seen; null where the list has none. */
  etag: string | null;
}

const WORDS = {
  approve: { verb: 'Approve', done: 'Approved', problem: 'Not approved' },
  deny: { verb: 'Deny', done: 'Denied', problem: 'Not denied' },
  review: { verb: 'Review', done: 'Reviewed', problem: 'Not reviewed' },
} as const;

interface AnswerDialogProps {
  how: keyof typeof WORDS;
  requests: readonly Answered[];
  onClose: () => void;
}

/** Asks for a reason, and for one approval whether less is enough. Nothing is answered before it is sent. */
export function AnswerDialog({ how, requests, onClose }: AnswerDialogProps) {
  const client = useQueryClient();
  const [reason, setReason] = useState('');
  const [less, setLess] = useState<Pick<Answering, 'duration' | 'groupUids'>>({});
  const [only] = requests.length === 1 ? requests : [];
  const { verb, done, problem } = WORDS[how];
  const answering = useMutation({
    mutationFn: async () => {
      // One after the other: an answer that fails stops those after it.
      for (const { request, etag } of requests) {
        await answer(how, { uid: request.uid, etag, ...(reason !== '' && { reason }), ...less });
      }
    },
    onSuccess: () => {
      toast(
        requests.length === 1
          ? done
          : `${done}: ${counted(requests.length, ['request', 'requests'])}`,
      );
      onClose();
    },
    onSettled: () => refreshRequests(client),
  });
  const found = violationsOf(answering.error);
  return (
    <FormDialog
      title={
        only
          ? `${verb} the request?`
          : `${verb} ${counted(requests.length, ['request', 'requests'])}?`
      }
      submitLabel={verb}
      offReason={less.groupUids?.length === 0 && 'Choose a group at least'}
      isPending={answering.isPending}
      onSubmit={() => answering.mutate()}
      onClose={onClose}
    >
      <ul className="flex flex-col gap-1 wrap-anywhere">
        {requests.map(({ request }) => (
          <li key={request.uid}>
            <span className="font-medium">{request.identity.name}</span>: {requestText(request)}
          </li>
        ))}
      </ul>
      {only && how === 'approve' && <Less request={only.request} less={less} onChange={setLess} />}
      <TextArea
        label="Reason"
        name="reason"
        isOptional
        value={reason}
        onChange={setReason}
        errorMessage={found['reason']}
      />
      {answering.error && <ErrorPanel title={problem} {...problemOf(answering.error)} />}
    </FormDialog>
  );
}

interface LessProps {
  request: AccessRequest;
  less: Pick<Answering, 'duration' | 'groupUids'>;
  onChange: (less: Pick<Answering, 'duration' | 'groupUids'>) => void;
}

/** A shorter time, and fewer of the groups. */
function Less({ request, less, onChange }: LessProps) {
  const { duration, groupUids } = request;
  const { data: names } = useQuery(namesQuery('groups', groupUids));
  const kept = less.groupUids ?? groupUids;
  return (
    <>
      <Select
        label="For how long"
        name="duration"
        options={durationChoices(duration)}
        value={less.duration ?? duration}
        onChange={(id) => onChange({ ...less, duration: id })}
      />
      {groupUids.length > 1 && (
        <fieldset className="flex flex-col gap-1">
          <legend className="mb-1 font-medium">Groups</legend>
          {groupUids.map((uid) => (
            <Checkbox
              key={uid}
              isSelected={kept.includes(uid)}
              onChange={(isKept) =>
                onChange({
                  ...less,
                  groupUids: groupUids.filter((one) => (one === uid ? isKept : kept.includes(one))),
                })
              }
            >
              {names?.get(uid) ?? uid}
            </Checkbox>
          ))}
        </fieldset>
      )}
    </>
  );
}
