import { programActor } from '#lib/audit/record.ts';
import { access } from 'node:fs/promises';
import { checkUid } from '#lib/aip/uid.ts';
import { isSourceError } from '#lib/import/advisories/types.ts';
import { OperatorError } from '#lib/operator-error.ts';
import { importAs } from '#lib/service/advisories/import-advisories.ts';
import { OPERATOR } from '#lib/service/people/operator.ts';
import { table } from './table.ts';
import { endProgress, parseList, showProgress, UsageError } from './usage.ts';

/** Exit code if records were refused. The other records are imported. */
const SOME_REJECTED = 3;

/** Imports advisories from files, folders and archives into a group, and prints the result. */
export async function importAdvisories(args: string[]): Promise<string | object> {
  const { values, positionals: paths } = parseList(args, 'PATH', {
    group: { type: 'string' },
    'dry-run': { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  });
  if (values.group === undefined) throw new UsageError('--group is missing');
  await requireReadable(paths);
  const report = await importAs(programActor(OPERATOR), {
    groupUid: checkUid(values.group, 'group'),
    open: async () => ({
      sources: paths.map((path) => ({ path, name: path })),
      close: () => Promise.resolve(),
    }),
    validateOnly: values['dry-run'],
    onProgress: ({ files, created, updated, unchanged, rejected }) => {
      const done = created + updated + unchanged;
      showProgress(`${done} advisories of ${files} files, ${rejected} rejected`);
    },
  })
    .finally(endProgress)
    .catch((error: unknown) => {
      throw isSourceError(error)
        ? new OperatorError(`${paths.join(', ')} ${error.message}`)
        : error;
    });
  if (report.rejected > 0) process.exitCode = SOME_REJECTED;
  return values.json ? report : inWords(report);
}

async function requireReadable(paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await access(path).catch(() => {
      throw new OperatorError(`${path} is not there, or cannot be read`);
    });
  }
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
