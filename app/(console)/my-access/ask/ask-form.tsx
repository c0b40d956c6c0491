'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { type FormEvent, useState } from 'react';
import { Preview } from '#app/(console)/my-access/ask/preview.tsx';
import { problemOf, violationsOf } from '#components/frame/problem.ts';
import { Button } from '#components/ui/buttons/button.tsx';
import { ErrorPanel } from '#components/ui/feedback/error-panel.tsx';
import { toast } from '#components/ui/feedback/toast.tsx';
import { Select } from '#components/ui/fields/select.tsx';
import { TextArea } from '#components/ui/fields/text-area.tsx';
import { TextField } from '#components/ui/fields/text-field.tsx';
import { useDebounced } from '#components/ui/hooks/use-debounced.ts';
import { durationChoices, usualDuration } from '#lib/client/access/request-words.ts';
import {
  ask,
  type Asked,
  type Offer,
  previewQuery,
  refreshRequests,
} from '#lib/client/access/requests.ts';
import type { Violations } from '#lib/client/resources/checks.ts';
import { requestPath } from '#lib/client/access/request-paths.ts';

const TYPING_MS = 400;

/** Each role of each rule, by the uids of both. */
const choicesOf = (offers: readonly Offer[]) =>
  offers.flatMap((offer) =>
    offer.roles.map((role) => ({
      id: `${offer.ruleUid} ${role.uid}`,
      label: `${role.name} (${offer.name})`,
      offer,
      roleUid: role.uid,
    })),
  );

/** A time of the reader's zone. */
const timeOf = (text: string): string => {
  const time = new Date(text);
  return Number.isNaN(time.getTime()) ? text : time.toISOString();
};

/** What to ask for, for how long and why. The server says at the fields what does not fit. */
export function AskForm({ group, offers }: { group: string; offers: readonly Offer[] }) {
  const router = useRouter();
  const client = useQueryClient();
  const choices = choicesOf(offers);
  const [chosen, setChosen] = useState(choices[0]?.id ?? '');
  const choice = choices.find(({ id }) => id === chosen) ?? choices[0];
  const [duration, setDuration] = useState<string | null>(null);
  const [reason, setReason] = useState('');
  const [start, setStart] = useState('');
  const most = choice?.offer.maxDuration ?? '3600s';
  const asked: Asked = {
    ruleUid: choice?.offer.ruleUid ?? '',
    roleUid: choice?.roleUid ?? '',
    duration: duration ?? usualDuration(most),
    ...(reason !== '' && { reason }),
    ...(start !== '' && { startTime: timeOf(start) }),
  };
  const needsReason = choice?.offer.reasonRequired === true || choice?.offer.reasonPattern !== '';
  const settled = useDebounced(JSON.stringify(asked), TYPING_MS);
  const preview = useQuery(previewQuery(group, JSON.parse(settled) as Asked));
  const asking = useMutation({
    mutationFn: () => ask(group, asked),
    onSuccess: (made) => {
      void refreshRequests(client);
      toast(made.state === 'PENDING' ? 'Asked for access' : 'Access granted');
      router.replace(requestPath(made.uid));
    },
  });
  const { reason: wrongReason, ...wrong } = { ...violationsOf(preview.error) };
  const found: Violations = {
    ...wrong,
    // A reason is not missing before anybody could give one.
    ...(reason !== '' && wrongReason !== undefined && { reason: wrongReason }),
    ...violationsOf(asking.error),
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!asking.isPending) asking.mutate();
  };
  return (
    <form method="post" noValidate onSubmit={submit} className="flex flex-col gap-5">
      <Select
        label="Role"
        name="roleUid"
        options={choices}
        value={choice?.id ?? null}
        onChange={(id) => {
          setChosen(id);
          setDuration(null);
        }}
        description={choice?.offer.description}
        errorMessage={found['ruleUid'] ?? found['roleUid']}
        isRequired
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <Select
          label="For how long"
          name="duration"
          options={durationChoices(most)}
          value={asked.duration}
          onChange={setDuration}
          errorMessage={found['duration']}
          isRequired
        />
        <TextField
          type="datetime-local"
          name="startTime"
          label="Begins"
          isOptional
          description="With the answer unless given"
          value={start}
          onChange={setStart}
          errorMessage={found['startTime']}
        />
      </div>
      <TextArea
        label="Reason"
        name="reason"
        value={reason}
        onChange={setReason}
        isOptional={!needsReason}
        isRequired={needsReason}
        description={
          choice?.offer.reasonPattern && `The whole of it must match ${choice.offer.reasonPattern}`
        }
        errorMessage={found['reason']}
      />
      {asking.error && Object.keys(violationsOf(asking.error)).length === 0 && (
        <ErrorPanel title="Nothing was asked for" {...problemOf(asking.error)} />
      )}
      {choice && <Preview preview={preview} offer={choice.offer} />}
      <Button type="submit" variant="primary" isPending={asking.isPending} className="self-start">
        {choice?.offer.approvals === 0 ? 'Get access' : 'Ask for access'}
      </Button>
    </form>
  );
}
