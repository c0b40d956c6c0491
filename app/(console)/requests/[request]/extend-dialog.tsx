'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { problemOf, violationsOf } from '#components/frame/problem.ts';
import { ErrorPanel } from '#components/ui/feedback/error-panel.tsx';
import { toast } from '#components/ui/feedback/toast.tsx';
import { Select } from '#components/ui/fields/select.tsx';
import { TextArea } from '#components/ui/fields/text-area.tsx';
import { FormDialog } from '#components/ui/overlays/form-dialog.tsx';
import { durationChoices } from '#lib/client/access/request-words.ts';
import { answer, offersQuery, refreshRequests } from '#lib/client/access/requests.ts';
import { requestPath } from '#lib/client/access/request-paths.ts';
import type { AccessRequest } from '#lib/client/resources/resources.ts';

interface ExtendDialogProps {
  request: AccessRequest;
  etag: string | null;
  onClose: () => void;
}

/** Asks for more time by the same rule, which is a request of its own. */
export function ExtendDialog({ request, etag, onClose }: ExtendDialogProps) {
  const router = useRouter();
  const client = useQueryClient();
  const { data: offers } = useQuery(offersQuery(request.group.uid));
  const rule = offers?.find(({ ruleUid }) => ruleUid === request.ruleUid);
  const [duration, setDuration] = useState(request.duration);
  const [reason, setReason] = useState(request.reason);
  const extending = useMutation({
    mutationFn: () => answer('extend', { uid: request.uid, etag, duration, reason }),
    onSuccess: (made) => {
      void refreshRequests(client);
      toast(made.state === 'PENDING' ? 'Asked for more time' : 'Extended');
      onClose();
      router.push(requestPath(made.uid));
    },
  });
  const found = violationsOf(extending.error);
  return (
    <FormDialog
      title="Ask for more time"
      submitLabel="Ask"
      offReason={false}
      isPending={extending.isPending}
      onSubmit={() => extending.mutate()}
      onClose={onClose}
    >
      <Select
        label="For how long"
        name="duration"
        options={durationChoices(rule?.maxDuration ?? request.duration)}
        value={duration}
        onChange={setDuration}
        description="From the answer on"
        errorMessage={found['duration']}
      />
      <TextArea
        label="Reason"
        name="reason"
        value={reason}
        onChange={setReason}
        errorMessage={found['reason']}
      />
      {extending.error && (
        <ErrorPanel title="Nothing was asked for" {...problemOf(extending.error)} />
      )}
    </FormDialog>
  );
}
