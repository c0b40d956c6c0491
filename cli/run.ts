/** Finds and runs the command that an operator asks for, on the data folder of the settings. */
import { isApiError } from '#lib/aip/errors.ts';
import { lastUrl, recordUrl } from '#lib/auth/tokens/known-urls.ts';
import { adoptUrl, config } from '#lib/config.ts';
import { mailSent } from '#lib/mail/outbox.ts';
import { isOperatorError } from '#lib/operator-error.ts';
import { signChanged } from '#lib/service/record/heads.ts';
import { protectKeys } from '#lib/service/keys/encryption-keys.ts';
import { closeDatabase, openDatabase } from '#lib/store/store.ts';
import { VERSION } from '#lib/version.ts';
import { completeRestore } from '#lib/backup/restore.ts';
import { COMMANDS, WITHOUT_DATA } from './commands.ts';
import type { Command } from './commands.ts';
import { HELP } from './help.ts';
import { commandLine, isUsageError, UsageError } from './usage.ts';

interface Found {
  load: () => Promise<Command>;
  rest: string[];
  /** True for a command that runs before there is a database. */
  isWithoutData: boolean;
}

function findCommand(args: readonly string[]): Found {
  for (const words of [2, 1]) {
    const name = args.slice(0, words).join(' ');
    const load = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
    const isWithoutData = WITHOUT_DATA.includes(name);
    if (load !== undefined) return { load, rest: args.slice(words), isWithoutData };
  }
  const given = args.length === 0 ? 'no command given' : `unknown command ${args.join(' ')}`;
  throw new UsageError(given);
}

/** How long the server that takes e-mail may need. */
const MAIL_MS = 30_000;

const help = () => `Usage: ${commandLine('COMMAND')}\n\n${HELP}`;

async function run(args: string[]): Promise<string | object> {
  if (args.length === 0 || args[0] === 'help' || args.includes('--help')) return help();
  if (args[0] === '--version') return VERSION;
  const { load, rest, isWithoutData } = findCommand(args);
  completeRestore();
  if (isWithoutData) return (await load())(rest);
  await openDatabase();
  await protectKeys();
  // Tokens name the server's address, and the server may listen on another port than this process
  // would.
  const known = await lastUrl();
  if (known !== null) adoptUrl(known);
  await recordUrl(config().url);
  const command = await load();
  const result = await command(rest);
  await signChanged();
  await mailSent(MAIL_MS);
  return result;
}

/** Prints one line for an expected error, and the stack of an unexpected one. */
function explain(error: unknown): string {
  if (isUsageError(error)) return `grove: ${error.message}; see: ${commandLine('help')}`;
  if (isApiError(error) || isOperatorError(error)) return `grove: ${error.message}`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

export interface Ended {
  /** What the command printed: its result, or in one line why it failed. */
  out: string;
  err: string;
  /** 0 for success, 1 for a refusal, 2 for a command that is written wrongly. */
  code: number;
}

/** @param args what follows `grove` on the command line */
export async function runCommand(args: string[]): Promise<Ended> {
  try {
    const result = await run(args);
    const out = typeof result === 'string' ? result : JSON.stringify(result, null, 2);
    return { out: `${out}\n`, err: '', code: 0 };
  } catch (error) {
    return { out: '', err: `${explain(error)}\n`, code: isUsageError(error) ? 2 : 1 };
  } finally {
    await closeDatabase();
  }
}
