'use client';

import { useRef, useState } from 'react';
import { ApiCall } from '#components/api-call/api-call.tsx';
import type { BulkAction, BulkPart } from '#components/resource-table/bulk/bulk-action.ts';
import { counted } from '#lib/client/counted.ts';
import { NOTHING_YET, type Outcome, runEach } from '#components/resource-table/bulk/run-each.ts';
import { Button } from '#components/ui/buttons/button.tsx';
import { Dialog } from '#components/ui/overlays/dialog.tsx';
import { ErrorPanel } from '#components/ui/feedback/error-panel.tsx';
import { Progress } from '#components/ui/feedback/progress.tsx';
import { type Made, madeOf } from '#lib/client/activity/revert.ts';
import { performed } from '#lib/client/api.ts';
import { toastWithUndo } from '#components/undo/toast-with-undo.ts';

export interface BulkItem extends BulkPart {
  /** The uid of what the request has changed, from its answer. */
  changed: (answer: unknown) => string;
}

export interface BulkDialogProps {
  action: Omit<BulkAction<never>, 'requestOf' | 'partsOf' | 'changed' | 'missing' | 'Guard'>;
  /** The rows, counted: "2 identities". */
  what: string;
  items: readonly BulkItem[];
  /** Called at the end with the ids of the rows for which the action succeeded. */
  onDone: (ids: readonly string[]) => void;
  onClose: () => void;
}

interface Run extends Outcome {
  state: 'asking' | 'running' | 'stopping' | 'stopped' | 'ended';
}

/** Runs an action on many rows, with progress, a button to stop, and the failures with their reasons. */
export default function BulkDialog({ action, what, items, onDone, onClose }: BulkDialogProps) {
  const [run, setRun] = useState<Run>({ state: 'asking', ...NOTHING_YET });
  const isStopped = useRef(false);
  /* The changes by the id of the item, to undo them. */
  const made = useRef(new Map<string, Made[]>());
  const changesOf = (ids: readonly string[]) => ids.map((id) => made.current.get(id) ?? []);
  const each = partsText(action, items.length);

  const start = async () => {
    const tell = (state: Run['state'], outcome: Outcome) => setRun({ state, ...outcome });
    tell('running', NOTHING_YET);
    const outcome = await runEach(
      items.map(({ id, name, request, changed }) => ({
        id,
        name,
        run: async () => {
          const answer = await performed(request);
          made.current.set(id, madeOf(changed(answer.body), answer));
        },
      })),
      (so) => tell(isStopped.current ? 'stopping' : 'running', so),
      () => isStopped.current,
    );
    tell(isStopped.current ? 'stopped' : 'ended', outcome);
    onDone(outcome.finished);
    if (outcome.finished.length < items.length || action.isListed) return;
    onClose();
    confirm(action, changesOf(outcome.finished));
  };
  const stop = () => {
    isStopped.current = true;
    setRun((current) => ({ ...current, state: 'stopping' }));
  };
  /** After failures, the successful part can be undone too. */
  const close = () => {
    onClose();
    if (run.finished.length > 0) confirm(action, changesOf(run.finished));
  };

  const tried = run.finished.length + run.failures.length;
  const isRunning = run.state === 'running' || run.state === 'stopping';
  return (
    <Dialog
      isOpen
      role="alertdialog"
      title={`${action.verb} ${what}?`}
      isDismissable={false}
      onClose={isRunning ? stop : close}
      footer={
        run.state === 'asking' ? (
          <>
            <ApiCall
              variant="ghost"
              className="mr-auto -ml-2"
              requests={() => items.map(({ request }) => request)}
            />
            <Button autoFocus onPress={onClose}>
              Cancel
            </Button>
            <Button
              variant={action.isSafe ? 'primary' : 'danger'}
              disabledReason={action.notYet || false}
              onPress={() => void start()}
            >
              {`${action.verb} ${what}`}
            </Button>
          </>
        ) : isRunning ? (
          <Button onPress={stop} isPending={run.state === 'stopping'}>
            Stop
          </Button>
        ) : (
          <Button autoFocus onPress={close}>
            {action.isListed ? 'Done' : 'Close'}
          </Button>
        )
      }
    >
      <div className="flex flex-col gap-3">
        {run.state === 'asking' ? (
          <>
            <div>{action.impact}</div>
            <Names items={items} />
          </>
        ) : (
          <>
            <Progress
              label={`${run.finished.length} of ${each} ${action.done}`}
              value={tried}
              max={items.length}
            />
            {run.state === 'stopped' && <p>Stopped. The other rows are unchanged.</p>}
            {action.isListed && (
              <Names items={items.filter(({ id }) => run.finished.includes(id))} />
            )}
          </>
        )}
        {run.failures.length > 0 && (
          <ErrorPanel
            title={`${partsText(action, run.failures.length)} not ${action.done}`}
            why={
              <ul className="max-h-60 list-disc overflow-y-auto pl-5">
                {run.failures.map(({ id, name, why }) => (
                  <li key={id}>
                    {name}: {why}
                  </li>
                ))}
              </ul>
            }
          />
        )}
      </div>
    </Dialog>
  );
}

const partsText = ({ noun, partNoun = noun }: BulkDialogProps['action'], count: number) =>
  counted(count, partNoun);

/** Says for how many rows the action succeeded, and offers to undo it. */
function confirm(action: BulkDialogProps['action'], made: readonly (readonly Made[])[]): void {
  const { done, undone, onDone } = action;
  const what = partsText(action, made.length);
  toastWithUndo({
    title: `${what} ${done}`,
    undone: `${what} ${undone}`,
    changes: undone === undefined ? [] : made.flat(),
    onUndone: onDone,
  });
}

/* More are listed by nobody, and slow the window down. */
const SHOWN = 100;

function Names({ items }: { items: readonly BulkItem[] }) {
  const more = items.length - SHOWN;
  return (
    <ul className="max-h-60 list-disc overflow-y-auto pl-5 text-ink-2">
      {items.slice(0, SHOWN).map(({ id, name }) => (
        <li key={id} className="break-words">
          {name}
        </li>
      ))}
      {more > 0 && <li>{`and ${more} more`}</li>}
    </ul>
  );
}
