import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { checkUid } from '#lib/aip/uid.ts';
import { programActor } from '#lib/audit/record.ts';
import { OPERATOR } from '#lib/service/people/operator.ts';
import { setRegistry } from '#lib/service/registries/set-registry.ts';
import { beginSync, carryOut } from '#lib/service/registries/sync-registry.ts';
import type { LastSync } from '#lib/service/registries/sync-registry.ts';
import { onStopSignal } from '#lib/stop-signal.ts';
import { endProgress, parseOptional, showProgress, UsageError } from './usage.ts';

const FAILED = 1;
/** Exit code if parts of the registry could not be read. The rest was read. */
const SOME_SKIPPED = 3;

/** Syncs the group's registry source and prints the changes. The first run takes its URL. */
export async function syncRepos(args: string[]): Promise<string | object> {
  const { values, positionals } = parseOptional(args, ['URL'], {
    group: { type: 'string' },
    username: { type: 'string' },
    'password-stdin': { type: 'boolean', default: false },
    'ca-certificate': { type: 'string' },
    interval: { type: 'string' },
    json: { type: 'boolean', default: false },
  });
  if (values.group === undefined) throw new UsageError('--group is missing');
  const [url] = positionals;
  const password = values['password-stdin'] ? await firstLine() : undefined;
  const caFile = values['ca-certificate'];
  const uid = await setRegistry(checkUid(values.group, 'group'), {
    ...(url !== undefined && { url }),
    ...(values.username !== undefined && { username: values.username }),
    ...(password !== undefined && { password }),
    ...(caFile !== undefined && { caCertificate: await readCertificate(caFile) }),
    ...(values.interval !== undefined && { interval: values.interval }),
  });
  const stop = new AbortController();
  onStopSignal(async () => stop.abort(new UserStop()));
  const actor = programActor(OPERATOR);
  const result = await carryOut(await beginSync(uid, actor), stop.signal, {
    onProgress: ({ repositories, tags, created, updated }) => {
      const changes = `${created} new, ${updated} changed`;
      showProgress(`${tags} tags, ${repositories} repositories whole; ${changes}`);
    },
  }).finally(endProgress);
  if (result.outcome !== 'SUCCEEDED') process.exitCode = FAILED;
  else if (result.skipped > 0) process.exitCode = SOME_SKIPPED;
  return values.json ? result : inWords(result);
}

/** Ctrl-C prints one line instead of a stack. */
class UserStop extends Error {
  constructor() {
    super('stopped; the next sync resumes here');
    this.name = 'OperatorError';
  }
}

async function readCertificate(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch {
    throw new UsageError(`--ca-certificate: ${file} cannot be read`);
  }
}

async function firstLine(): Promise<string> {
  return (await text(process.stdin)).split(/\r?\n/, 1)[0] ?? '';
}

function inWords({ error, problems, ...counts }: LastSync): string {
  const lines = problems.map(({ name, reason }) => `${name}: ${reason}`);
  const more = counts.skipped - problems.length;
  if (more > 0) lines.push(`and ${more} more`);
  const { repositories, created, updated, unchanged, gone, skipped } = counts;
  const tags = `created ${created}, updated ${updated}, unchanged ${unchanged}, gone ${gone}, skipped ${skipped}`;
  lines.push(`${repositories} repositories; tags: ${tags}`);
  if (error !== '') lines.push(`failed: ${error}`);
  return lines.join('\n');
}
