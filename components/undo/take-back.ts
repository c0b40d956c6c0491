import { problemOf } from '#components/frame/problem.ts';
import { runEach } from '#components/resource-table/bulk/run-each.ts';
import { keepLastChange, type LastChange } from '#components/undo/last-change.ts';
import { toast } from '#components/ui/feedback/toast.tsx';
import { revert } from '#lib/client/activity/revert.ts';

/** Milliseconds after which an undo that still runs says so. */
const SLOW_MS = 400;

/** Takes a change back, and says whether all of it was. */
export async function takeBack(change: LastChange, onUndone: () => unknown): Promise<void> {
  keepLastChange(null);
  let close: (() => void) | undefined;
  const timer = setTimeout(() => {
    close = toast({ title: 'Undoing…', tone: 'busy' });
  }, SLOW_MS);
  try {
    const [only, ...others] = change.changes;
    if (only !== undefined && others.length === 0) await takeOneBack(change, only);
    else await takeAllBack(change);
    await onUndone();
  } catch (error) {
    const { why, remedy } = problemOf(error);
    const description = remedy === undefined ? why : `${why} ${remedy}`;
    toast({ title: `Not undone: ${change.title}`, description, tone: 'problem' });
  } finally {
    clearTimeout(timer);
    close?.();
  }
}

async function takeOneBack(
  { undone = 'Undone' }: LastChange,
  made: LastChange['changes'][number],
): Promise<void> {
  const { changedSince } = await revert({ ...made });
  const kept = changedSince.join(', ');
  toast(kept === '' ? undone : { title: undone, description: `Changed since, and kept: ${kept}` });
}

async function takeAllBack({ changes, undone = 'Undone' }: LastChange): Promise<void> {
  const tasks = changes.map((made) => ({
    id: made.resourceUid,
    name: made.resourceUid,
    run: () => revert({ ...made }),
  }));
  const { failures } = await runEach(tasks);
  const [first] = failures;
  if (first === undefined) {
    toast(undone);
    return;
  }
  const description = `${failures.length} of ${changes.length} stay as they are. ${first.why}`;
  toast({ title: 'Not everything was undone', description, tone: 'problem' });
}
