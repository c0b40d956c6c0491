/**
 * `npm run -s grove -- …`: commands for operators that work beside the server, on the same
 * data folder. Standard output carries only the result.
 */
import { isApiError } from '#lib/aip/errors.ts';
import { lastUrl, recordUrl } from '#lib/auth/tokens/known-urls.ts';
import { adoptUrl, config } from '#lib/config.ts';
import { isOperatorError } from '#lib/operator-error.ts';
import { protectKeys } from '#lib/service/keys/protect-keys.ts';
import { closeDatabase, openDatabase } from '#lib/store/store.ts';
import { completeRestore } from '#lib/backup/restore.ts';
import { backup, restoreBackup, verify } from './backup.ts';
import { demo } from './demo.ts';
import { HELP } from './help.ts';
import { importAdvisories } from './import-advisories.ts';
import { keysList, keysRevoke, keysRewrap, keysRotate } from './keys.ts';
import { limitsSet, limitsShow, limitsUnset } from './limits.ts';
import { orgCreate } from './org-create.ts';
import { passwordsReset } from './passwords-reset.ts';
import { sessionsLimit } from './sessions-limit.ts';
import { syncRepos } from './sync-repos.ts';
import { token } from './token.ts';
import { urlsForget, urlsList } from './urls.ts';
import { isUsageError, UsageError } from './usage.ts';

/** Takes the arguments after the command's name and returns what to print. */
type Command = (args: string[]) => Promise<string>;

const COMMANDS: Record<string, Command> = {
  'org create': orgCreate,
  token,
  'keys list': keysList,
  'keys rotate': keysRotate,
  'urls forget': urlsForget,
  'urls list': urlsList,
  'keys revoke': keysRevoke,
  'keys rewrap': keysRewrap,
  'passwords reset': passwordsReset,
  'limits set': limitsSet,
  'limits show': limitsShow,
  'limits unset': limitsUnset,
  'import advisories': importAdvisories,
  'sessions limit': sessionsLimit,
  'sync repos': syncRepos,
  backup,
  verify,
  demo,
};

/** Commands that work where nothing is yet, so that nothing is made before they run. */
const WITHOUT_DATA: Record<string, Command> = { restore: restoreBackup };

const ALL = { ...COMMANDS, ...WITHOUT_DATA };

function findCommand(args: readonly string[]): { command: Command; rest: string[] } {
  for (const words of [2, 1]) {
    const name = args.slice(0, words).join(' ');
    const command = Object.hasOwn(ALL, name) ? ALL[name] : undefined;
    if (command !== undefined) return { command, rest: args.slice(words) };
  }
  const given = args.length === 0 ? 'no command given' : `unknown command ${args.join(' ')}`;
  throw new UsageError(given);
}

async function run(args: string[]): Promise<string> {
  if (args.length === 0 || args[0] === 'help' || args.includes('--help')) return HELP;
  const { command, rest } = findCommand(args);
  completeRestore();
  if (Object.values(WITHOUT_DATA).includes(command)) return command(rest);
  await openDatabase();
  await protectKeys();
  // Tokens name the server's address, and the server may listen on another port than this process
  // would.
  const known = await lastUrl();
  if (known !== null) adoptUrl(known);
  await recordUrl(config().url);
  return command(rest);
}

/** Prints one line for an expected error, and the stack of an unexpected one. */
function explain(error: unknown): string {
  if (isUsageError(error)) return `grove: ${error.message}; see: npm run -s grove -- help`;
  if (isApiError(error) || isOperatorError(error)) return `grove: ${error.message}`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

try {
  process.stdout.write(`${await run(process.argv.slice(2))}\n`);
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  process.exitCode = isUsageError(error) ? 2 : 1;
} finally {
  await closeDatabase();
}
