'use client';

import { problemOf } from '#components/frame/problem.ts';
import type { DeletionState } from '#app/(console)/groups/[group]/delete/use-deletion.ts';
import { Button } from '#components/ui/buttons/button.tsx';
import { ErrorPanel } from '#components/ui/feedback/error-panel.tsx';
import { ButtonLink } from '#components/ui/buttons/link.tsx';
import { Progress } from '#components/ui/feedback/progress.tsx';
import { KINDS } from '#lib/client/guided-delete/kinds.ts';
import type { Failure } from '#lib/client/guided-delete/run.ts';
import { groupPath } from '#lib/client/paths.ts';
import type { Group } from '#lib/client/resources/queries.ts';
import { counted, numberText } from '#lib/client/counted.ts';

export interface RunningProps {
  group: Group;
  deletion: DeletionState & { stop: () => void };
  onStart: () => void;
}

/** The progress, and at the end the remaining resources with the reasons. */
export function Running({ group, deletion, onStart }: RunningProps) {
  const { phase, total, progress, isStopping, error } = deletion;
  const { gone, failures, kept } = progress;
  const isReading = phase === 'reading';
  const isUnderWay = isReading || phase === 'running';
  return (
    <>
      <Progress
        label={
          isReading
            ? `Counting its contents: ${numberText(total)} so far`
            : `${numberText(gone)} of ${numberText(total)} deleted`
        }
        value={gone + failures.length + kept}
        max={isReading ? undefined : total}
      />
      {phase === 'stopped' && !error && (
        <p>Stopped. Deleted resources stay deleted. The rest is unchanged.</p>
      )}
      {error !== null && (
        <ErrorPanel
          title="Deleting stopped"
          {...problemOf(error)}
          remedy="Deleted resources stay deleted. Resolve the problem, then continue."
        />
      )}
      {failures.length > 0 && <Failures failures={failures} kept={kept} />}
      <div className="flex flex-wrap gap-2">
        {isUnderWay ? (
          <Button onPress={deletion.stop} isPending={isStopping}>
            Stop
          </Button>
        ) : (
          <>
            <ButtonLink href={groupPath(group.uid)}>Back to the group</ButtonLink>
            <Button variant="danger" onPress={onStart}>
              {failures.length > 0 ? 'Retry the rest' : 'Continue'}
            </Button>
          </>
        )}
      </div>
    </>
  );
}

/* The maximum number of shown reasons, because most of them are alike. */
const SHOWN = 100;

const ONE = new Map(KINDS.map(({ collection, words }) => [collection, words[0]]));

function Failures({ failures, kept }: { failures: readonly Failure[]; kept: number }) {
  const more = failures.length - SHOWN;
  return (
    <ErrorPanel
      title={`${numberText(failures.length)} could not be deleted`}
      why={
        <ul
          aria-label="What could not be deleted"
          // A list that scrolls must be reachable by keyboard.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          className="flex max-h-80 list-disc flex-col gap-1 overflow-y-auto pl-5"
        >
          {failures.slice(0, SHOWN).map(({ item, why }) => (
            <li key={item.uid} className="break-words">
              <span>{ONE.get(item.collection)}</span> <span className="text-ink">{item.name}</span>:{' '}
              {why}
            </li>
          ))}
          {more > 0 && <li>{`and ${numberText(more)} more`}</li>}
        </ul>
      }
      remedy={
        kept > 0 &&
        `${counted(kept, ['group is kept because it is', 'groups are kept because they are'])} not empty.`
      }
    />
  );
}
