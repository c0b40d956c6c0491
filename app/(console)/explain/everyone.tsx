'use client';

import { useQuery } from '@tanstack/react-query';
import { AccessTree } from '#app/(console)/explain/access-tree.tsx';
import { AnswerFrame, HiddenNote } from '#app/(console)/explain/granting.tsx';
import { whoCanQuery } from '#lib/client/access/access.ts';
import { ANY_DELETE } from '#lib/client/access/capability-choices.ts';
import { counted } from '#lib/client/counted.ts';

/** Everyone who has a capability in a group, and the bindings that grant it. */
export function Everyone({ group, capability }: { group: string; capability: string }) {
  const result = useQuery(whoCanQuery(group, capability));
  const isAny = capability === ANY_DELETE;
  return (
    <AnswerFrame result={result}>
      {({ identityCount, roleBindings, hidden, truncated }) => (
        <>
          <h2 className="text-lg font-semibold">
            {`${holdersText(identityCount, truncated)} `}
            {isAny ? (
              <span>a role that deletes something</span>
            ) : (
              <code className="font-mono">{capability}</code>
            )}{' '}
            here
          </h2>
          <AccessTree
            label="Who has it"
            bindings={roleBindings}
            group={group}
            {...(!isAny && { capability })}
            isMore={hidden > 0 || truncated}
            hasWhy
          />
          <HiddenNote hidden={hidden} />
          {truncated && (
            <p className="text-ink-2">
              Only the first {counted(roleBindings.length + hidden, ['binding is', 'bindings are'])}{' '}
              listed. Check one identity to be sure.
            </p>
          )}
        </>
      )}
    </AnswerFrame>
  );
}

/** "At least 1,000 identities have". */
function holdersText(count: number, isMore: boolean): string {
  if (count === 0) return 'Nobody has';
  return `${isMore ? 'At least ' : ''}${counted(count, ['identity has', 'identities have'])}`;
}
