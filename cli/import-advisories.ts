import { programActor } from '#lib/audit/record.ts';
import { access } from 'node:fs/promises';
import { checkUid } from '#lib/aip/uid.ts';
import type { Counts } from '#lib/import/advisories/report.ts';
import { isSourceError } from '#lib/import/advisories/types.ts';
import { OperatorError } from '#lib/operator-error.ts';
import { importAs } from '#lib/service/advisories/import-advisories.ts';
import { table } from './table.ts';
import { parseList, UsageError } from './usage.ts';

/** Exit code if records were refused. The other records are imported. */
const SOME_REJECTED = 3;

/** The actor in the audit log. */
const ACTOR = 'command line';

/** Imports advisories from files, folders and archives into a group, and prints the result. */
export async function importAdvisories(args: string[]): Promise<string> {
  const { values, positionals: paths } = parseList(args, 'PATH', {
    group: { type: 'string' },
    'dry-run': { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  });
  if (values.group === undefined) throw new UsageError('--group is missing');
  await requireReadable(paths);
  const actor = programActor(ACTOR);
  const progress = progressLine();
  const report = await importAs(actor, {
    groupUid: checkUid(values.group, 'group'),
    open: async () => ({
      sources: paths.map((path) => ({ path, name: path })),
      close: () => Promise.resolve(),
    }),
    validateOnly: values['dry-run'],
    onProgress: progress.show,
  })
    .finally(progress.end)
    .catch((error: unknown) => {
      throw isSourceError(error)
        ? new OperatorError(`${paths.join(', ')} ${error.message}`)
        : error;
    });
  if (report.rejected > 0) process.exitCode = SOME_REJECTED;
  return values.json ? JSON.stringify(report, null, 2) : inWords(report);
}

async function requireReadable(paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await access(path).catch(() => {
      throw new OperatorError(`${path} is not there, or cannot be read`);
    });
  }
}

/** Overwrites one line for people. Prints nothing if standard error is not a terminal. */
function progressLine() {
  const { stderr } = process;
  return {
    show({ files, created, updated, unchanged, rejected }: Readonly<Counts>) {
      if (!stderr.isTTY) return;
      const done = created + updated + unchanged;
      stderr.write(`\r\x1b[K${done} advisories of ${files} files, ${rejected} rejected`);
    },
    end() {
      if (stderr.isTTY) stderr.write('\r\x1b[K');
    },
  };
}

function inWords(report: Awaited<ReturnType<typeof importAs>>): string {
  const { created, updated, unchanged, repeated, rejected, rejections } = report;
  const lines = table(
    ['FILE', 'RECORD', 'FIELD', 'REASON'],
    [
      ...rejections,
      ...report.warnings.map((one) => ({ ...one, reason: `warning: ${one.reason}` })),
    ].map(({ file, line, record, field, reason }) => [`${file}:${line}`, record, field, reason]),
  );
  const more = rejected - rejections.length;
  if (more > 0) lines.push(`and ${more} more`);
  const twice = repeated === 0 ? '' : `, given more than once ${repeated}`;
  const counts = `created ${created}, updated ${updated}, unchanged ${unchanged}${twice}, rejected ${rejected}`;
  return [...lines, report.validateOnly ? `would have ${counts}; nothing is written` : counts].join(
    '\n',
  );
}
