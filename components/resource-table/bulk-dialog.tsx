'use client';

import { useRef, useState } from 'react';
import { ApiCall } from '#components/api-call/api-call.tsx';
import { problemOf } from '#components/frame/problem.ts';
import type { BulkAction } from '#components/resource-table/bulk-action.ts';
import { counted } from '#components/resource-table/counted.ts';
import { Button } from '#components/ui/buttons/button.tsx';
import { Dialog } from '#components/ui/overlays/dialog.tsx';
import { ErrorPanel } from '#components/ui/feedback/error-panel.tsx';
import { Progress } from '#components/ui/feedback/progress.tsx';
import { toast } from '#components/ui/feedback/toast.tsx';

export interface BulkItem {
  id: string;
  name: string;
  run: () => Promise<unknown>;
  /** The API path that this deletes. */
  path: string;
}

export interface BulkDialogProps {
  action: Pick<BulkAction<never>, 'noun' | 'verb' | 'done' | 'impact'>;
  items: readonly BulkItem[];
  /** Called at the end with the ids of those for which it worked. */
  onDone: (ids: readonly string[]) => void;
  onClose: () => void;
}

interface Run {
  state: 'asking' | 'running' | 'stopping' | 'stopped' | 'ended';
  finished: readonly string[];
  failures: readonly { id: string; name: string; why: string }[];
}

/* Enough to keep the server busy, few enough to leave it to others. */
const AT_ONCE = 4;

/** Does something to many, one by one: with progress, a way to stop, and what failed and why. */
export default function BulkDialog({ action, items, onDone, onClose }: BulkDialogProps) {
  const [run, setRun] = useState<Run>({ state: 'asking', finished: [], failures: [] });
  const isStopped = useRef(false);
  const what = counted(items.length, action.noun);

  const start = async () => {
    const waiting = [...items];
    const finished: string[] = [];
    const failures: { id: string; name: string; why: string }[] = [];
    const tell = (state: Run['state']) =>
      setRun({ state, finished: [...finished], failures: [...failures] });
    const work = async () => {
      for (let item = waiting.shift(); item && !isStopped.current; item = waiting.shift()) {
        try {
          await item.run();
          finished.push(item.id);
        } catch (error) {
          failures.push({ id: item.id, name: item.name, why: problemOf(error as Error).why });
        }
        tell(isStopped.current ? 'stopping' : 'running');
      }
    };
    tell('running');
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    tell(isStopped.current ? 'stopped' : 'ended');
    onDone(finished);
    if (finished.length < items.length) return;
    onClose();
    toast(`${what} ${action.done}`);
  };
  const stop = () => {
    isStopped.current = true;
    setRun((current) => ({ ...current, state: 'stopping' }));
  };

  const tried = run.finished.length + run.failures.length;
  const isRunning = run.state === 'running' || run.state === 'stopping';
  return (
    <Dialog
      isOpen
      role="alertdialog"
      title={`${action.verb} ${what}?`}
      isDismissable={false}
      onClose={isRunning ? stop : onClose}
      footer={
        run.state === 'asking' ? (
          <>
            <ApiCall
              variant="ghost"
              className="mr-auto -ml-2"
              requests={() => items.map(({ path }) => ({ method: 'DELETE', path }))}
            />
            <Button autoFocus onPress={onClose}>
              Cancel
            </Button>
            <Button variant="danger" onPress={() => void start()}>
              {`${action.verb} ${what}`}
            </Button>
          </>
        ) : isRunning ? (
          <Button onPress={stop} isPending={run.state === 'stopping'}>
            Stop
          </Button>
        ) : (
          <Button autoFocus onPress={onClose}>
            Close
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
              label={`${run.finished.length} of ${what} ${action.done}`}
              value={tried}
              max={items.length}
            />
            {run.state === 'stopped' && <p>Stopped. What was not reached is as it was.</p>}
          </>
        )}
        {run.failures.length > 0 && (
          <ErrorPanel
            title={`${counted(run.failures.length, action.noun)} not ${action.done}`}
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

const SHOWN = 10;

function Names({ items }: { items: readonly BulkItem[] }) {
  const more = items.length - SHOWN;
  return (
    <ul className="list-disc pl-5 text-ink-2">
      {items.slice(0, SHOWN).map(({ id, name }) => (
        <li key={id} className="break-words">
          {name}
        </li>
      ))}
      {more > 0 && <li>{`and ${more} more`}</li>}
    </ul>
  );
}
