'use client';

import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleX } from 'lucide-react';
import { AccessTree } from '#app/(console)/explain/access-tree.tsx';
import {
  AnswerFrame,
  Coming,
  HiddenNote,
  isStopped,
  StoppedNote,
} from '#app/(console)/explain/granting.tsx';
import type { Question } from '#app/(console)/explain/use-question.ts';
import { Button } from '#components/ui/buttons/button.tsx';
import { LocalTime } from '#components/ui/text/local-time.tsx';
import { explainQuery } from '#lib/client/access/access.ts';

export interface OneCapabilityProps {
  identity: string;
  group: string;
  capability: string;
  onAsk: (next: Partial<Question>) => void;
}

/** Yes or no, and each binding that grants the capability. */
export function OneCapability({ identity, group, capability, onAsk }: OneCapabilityProps) {
  const result = useQuery(explainQuery({ identityUid: identity, groupUid: group, capability }));
  const name = <code className="font-mono">{capability}</code>;
  return (
    <>
      <AnswerFrame result={result}>
        {({ allowed, roleBindings, hidden, expirationTime, comingRoleBindings, ...stopped }) => (
          <>
            <h2 className="flex items-center gap-2 text-lg font-semibold">
              {allowed ? (
                <CircleCheck aria-hidden size={20} className="shrink-0 text-accent" />
              ) : (
                <CircleX aria-hidden size={20} className="shrink-0 text-danger" />
              )}
              <span>
                {allowed ? 'Yes, it has ' : 'No, it does not have '}
                {name}
              </span>
            </h2>
            {expirationTime !== undefined && (
              <p>
                Until <LocalTime value={expirationTime} />
              </p>
            )}
            <AccessTree
              label={
                isStopped(stopped) && !allowed
                  ? 'Bindings that would grant it'
                  : 'Bindings that grant it'
              }
              bindings={roleBindings}
              group={group}
              {...((allowed || !isStopped(stopped)) && { capability })}
              isMore={hidden > 0}
            />
            {isStopped(stopped) && <StoppedNote {...stopped} />}
            {!allowed && !isStopped(stopped) && (
              <p className="max-w-160 text-ink-2">
                This identity has no role with this capability on the group or any group above.
              </p>
            )}
            {allowed && <HiddenNote hidden={hidden} />}
            <Coming bindings={comingRoleBindings} group={group} />
          </>
        )}
      </AnswerFrame>
      <div className="flex flex-wrap gap-2">
        <Button onPress={() => onAsk({ capability: null })}>All its capabilities here</Button>
        <Button onPress={() => onAsk({ about: 'everyone' })}>Everyone with this capability</Button>
      </div>
    </>
  );
}
