'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import { problemOf } from '#components/frame/problem.ts';
import { Button } from '#components/ui/buttons/button.tsx';
import { ErrorPanel } from '#components/ui/feedback/error-panel.tsx';
import { toast } from '#components/ui/feedback/toast.tsx';
import { Badge, type BadgeTone } from '#components/ui/text/badge.tsx';
import { RelativeTime } from '#components/ui/text/relative-time.tsx';
import {
  deliveriesQuery,
  type Delivery,
  replaySubscription,
} from '#lib/client/resources/subscriptions.ts';
import { counted } from '#lib/client/counted.ts';

const STATES: Readonly<Record<Delivery['state'], { tone: BadgeTone; word: string }>> = {
  STATE_UNSPECIFIED: { tone: 'neutral', word: 'Unknown' },
  WAITING: { tone: 'warn', word: 'Waiting' },
  DELIVERED: { tone: 'accent', word: 'Delivered' },
  FAILED: { tone: 'danger', word: 'Not delivered' },
};

/** Deliveries come after the events that the console hears. */
const FRESH_MS = 5_000;

interface Props {
  uid: string;
  /** Why nothing can be sent again. */
  noReplay: string | false;
}

/** What became of the latest events. */
export function Deliveries({ uid, noReplay }: Props) {
  const client = useQueryClient();
  const { data: deliveries = [], error } = useQuery({
    ...deliveriesQuery(uid),
    refetchInterval: FRESH_MS,
  });
  const replay = useMutation({
    mutationFn: (which: Parameters<typeof replaySubscription>[1]) => replaySubscription(uid, which),
    onSuccess: ({ count }) => {
      toast(`${counted(count, ['event is', 'events are'])} sent again`);
      void client.invalidateQueries({ queryKey: deliveriesQuery(uid).queryKey });
    },
  });
  const problem = error ?? replay.error;
  return (
    <section aria-labelledby="deliveries" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="deliveries" className="text-base font-semibold">
          Deliveries
        </h2>
        {deliveries.some(({ state }) => state === 'FAILED') && (
          <Button
            icon={RotateCw}
            onPress={() => replay.mutate({ failedOnly: true })}
            isPending={replay.isPending}
            disabledReason={noReplay}
          >
            Send all that failed again
          </Button>
        )}
      </div>
      {problem && <ErrorPanel title="That did not work" {...problemOf(problem)} />}
      {deliveries.length === 0 ? (
        <p className="text-ink-2">Nothing was sent yet.</p>
      ) : (
        <ul className="divide-y divide-line border-y border-line">
          {deliveries.map((delivery) => (
            <Row
              key={delivery.eventUid}
              delivery={delivery}
              noReplay={noReplay}
              onReplay={() => replay.mutate({ eventUid: delivery.eventUid })}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

interface RowProps {
  delivery: Delivery;
  noReplay: string | false;
  onReplay: () => void;
}

function Row({ delivery, noReplay, onReplay }: RowProps) {
  const { eventUid, type, state, attempts, status, problem, tryTime, nextTime } = delivery;
  const { tone, word } = STATES[state];
  const outcome = status === undefined ? problem : `status ${status}`;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
      <span className="w-28">
        <Badge tone={tone}>{word}</Badge>
      </span>
      <span className="min-w-0 flex-1 basis-60 truncate font-mono text-sm">
        {type ?? eventUid.split('/').at(-1)}
      </span>
      <span className="text-ink-2">
        {attempts > 0 && <span>{`${counted(attempts, ['try', 'tries'])}, ${outcome}, `}</span>}
        {tryTime !== undefined && <RelativeTime value={tryTime} />}
        {attempts > 0 && nextTime !== undefined && (
          <span>
            {', again '}
            <RelativeTime value={nextTime} />
          </span>
        )}
      </span>
      <Button
        className="ml-auto"
        variant="ghost"
        icon={RotateCw}
        onPress={onReplay}
        disabledReason={noReplay}
      >
        Send again
      </Button>
    </li>
  );
}
