/** `copy`: all data from one database into another. */
import { copy as copyAll } from '#lib/store/copy/copy.ts';
import type { Step } from '#lib/store/copy/copy.ts';
import { endProgress, parse, showProgress, UsageError } from './usage.ts';

const OPTIONS = { from: { type: 'string' }, to: { type: 'string' } } as const;

/** How often the progress is written, in milliseconds: over the last line, or as a line. */
const ON_TERMINAL_MS = 200;
const IN_LOG_MS = 5_000;

/** Prints what was copied as JSON. */
export async function copy(args: string[]): Promise<object> {
  const { values } = parse(args, [], OPTIONS);
  const { from, to } = values;
  if (from === undefined) throw new UsageError('--from is missing');
  if (to === undefined) throw new UsageError('--to is missing');
  try {
    return await copyAll({ from, to, onStep: progressShown() });
  } finally {
    endProgress();
  }
}

const WORDS = { copying: 'copied', comparing: 'compared' };

function progressShown() {
  const { stderr } = process;
  const every = stderr.isTTY ? ON_TERMINAL_MS : IN_LOG_MS;
  let last = { what: '', time: 0 };
  return ({ what, table, rows, total }: Step) => {
    const time = Date.now();
    if (what === last.what && time - last.time < every) return;
    last = { what, time };
    const line = `${rows} of ${total} rows ${WORDS[what]} (${table})`;
    if (stderr.isTTY) showProgress(line);
    else stderr.write(`${line}\n`);
  };
}
