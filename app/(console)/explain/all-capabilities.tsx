'use client';

import { useQuery } from '@tanstack/react-query';
import { AccessTree } from '#app/(console)/explain/access-tree.tsx';
import {
  AnswerFrame,
  BindingText,
  Coming,
  isStopped,
  StoppedNote,
} from '#app/(console)/explain/granting.tsx';
import type { Question } from '#app/(console)/explain/use-question.ts';
import { LocalTime } from '#components/ui/text/local-time.tsx';
import type { Holdings } from '#lib/client/access/access.ts';
import { holdingsQuery } from '#lib/client/access/access.ts';
import type { RoleBinding } from '#lib/client/resources/resources.ts';
import { counted } from '#lib/client/counted.ts';

export interface AllCapabilitiesProps {
  identity: string;
  group: string;
  onAsk: (next: Partial<Question>) => void;
}

/** Each capability of an identity in a group, and what grants it. */
export function AllCapabilities({ identity, group, onAsk }: AllCapabilitiesProps) {
  const result = useQuery(holdingsQuery({ identityUid: identity, groupUid: group }));
  return (
    <AnswerFrame result={result}>
      {({ capabilities, roleBindings, comingRoleBindings, ...stopped }) => (
        <>
          <h2 className="text-lg font-semibold">
            {capabilities.length === 0
              ? 'No access here'
              : `It has ${counted(capabilities.length, ['capability', 'capabilities'])} here and below`}
          </h2>
          {isStopped(stopped) && <StoppedNote {...stopped} />}
          {capabilities.length === 0 ? (
            !isStopped(stopped) && (
              <p className="text-ink-2">It has no role on this group or any group above.</p>
            )
          ) : (
            <>
              <AccessTree
                label="Where it comes from"
                bindings={roleBindings}
                group={group}
                isMore={false}
              />
              <Table
                capabilities={capabilities}
                bindings={new Map(roleBindings.map((binding) => [binding.uid, binding]))}
                group={group}
                onAsk={onAsk}
              />
            </>
          )}
          <Coming bindings={comingRoleBindings} group={group} />
        </>
      )}
    </AnswerFrame>
  );
}

interface TableProps {
  capabilities: Holdings['capabilities'];
  bindings: ReadonlyMap<string, RoleBinding>;
  group: string;
  onAsk: (next: Partial<Question>) => void;
}

const CELL = 'border-b border-line py-2 pr-4 align-top max-sm:block max-sm:border-0 max-sm:py-0';

function Table({ capabilities, bindings, group, onAsk }: TableProps) {
  return (
    <table
      aria-label="Capabilities"
      className="w-full border-separate border-spacing-0 text-left text-sm max-sm:block sm:table-fixed"
    >
      <thead className="max-sm:sr-only">
        <tr>
          <th scope="col" className="w-72 border-b border-line py-2 pr-4 font-medium text-ink-2">
            Capability
          </th>
          <th scope="col" className="border-b border-line py-2 font-medium text-ink-2">
            Granted by
          </th>
        </tr>
      </thead>
      <tbody className="max-sm:block">
        {capabilities.map(({ capability, roleBindingUids, hidden, expirationTime }) => (
          <tr
            key={capability}
            className="max-sm:block max-sm:border-b max-sm:border-line max-sm:py-2"
          >
            <th scope="row" className={`${CELL} font-normal`}>
              <button
                type="button"
                onClick={() => onAsk({ capability })}
                className="rounded-sm text-left font-mono underline decoration-line underline-offset-3 hover:decoration-ink"
              >
                {capability}
              </button>
            </th>
            <td className={CELL}>
              <ul className="flex flex-col gap-1">
                {roleBindingUids.map((uid) => {
                  const binding = bindings.get(uid);
                  return (
                    binding && (
                      <li key={uid}>
                        <BindingText binding={binding} group={group} />
                      </li>
                    )
                  );
                })}
                {hidden > 0 && (
                  <li className="text-ink-2">
                    {counted(hidden, ['binding on a group', 'bindings on groups'])} that you cannot
                    see
                  </li>
                )}
                {expirationTime !== undefined && (
                  <li className="text-ink-2">
                    Until <LocalTime value={expirationTime} />
                  </li>
                )}
              </ul>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
