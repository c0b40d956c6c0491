/** `backup`, `restore` and `verify`. */
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { signingKeyStates } from '#lib/auth/tokens/keys.ts';
import { backUp } from '#lib/backup/back-up.ts';
import { passphraseOfSettings } from '#lib/backup/locked-keys.ts';
import { restore } from '#lib/backup/restore.ts';
import { config } from '#lib/config.ts';
import { decryptSecret } from '#lib/secrets/encryption.ts';
import { parsePassphrase, readPassphraseFile } from '#lib/settings/backups.ts';
import { everySecret, type Encrypted } from '#lib/store/encrypted-columns.ts';
import { committed, verify as verifyDatabase } from '#lib/store/store.ts';
import { parse } from './usage.ts';

const OPTIONS = { 'passphrase-file': { type: 'string' } } as const;

/** Exit code if something is wrong with the data. */
const PROBLEMS_FOUND = 3;
const SHOWN = 100;

/** Prints what the backup holds as JSON. */
export async function backup(args: string[]): Promise<object> {
  const { values, positionals } = parse(args, ['FILE'], OPTIONS);
  const passphrase = await passphraseOf(values['passphrase-file']);
  const { file, bytes, manifest } = await backUp(resolve(positionals[0] ?? ''), passphrase);
  const { createTime, counts } = manifest;
  return { file, bytes, createTime, counts };
}

/** Prints what was restored as JSON. */
export async function restoreBackup(args: string[]): Promise<object> {
  const { values, positionals } = parse(args, ['FILE'], OPTIONS);
  const passphrase = await passphraseOf(values['passphrase-file']);
  const { createTime, grove, counts } = await restore(resolve(positionals[0] ?? ''), passphrase);
  return { dataDir: config().dataDir, createTime, grove, counts };
}

async function passphraseOf(option: string | undefined): Promise<string | undefined> {
  const name = '--passphrase-file';
  if (option === '-') return parsePassphrase(await text(process.stdin), name);
  if (option !== undefined) return readPassphraseFile(resolve(option), name);
  return passphraseOfSettings();
}

function isReadable({ uid, text }: Encrypted): boolean {
  try {
    decryptSecret(text, uid);
    return true;
  } catch {
    return false;
  }
}

/** Prints the problems of the data, one in a line. */
export async function verify(args: string[]): Promise<string> {
  parse(args, [], {});
  await signingKeyStates();
  const unreadable = (await everySecret(committed))
    .filter((secret) => !isReadable(secret))
    .map(({ uid }) => `the secret of ${uid} cannot be decrypted`);
  const problems = [...(await verifyDatabase()), ...unreadable];
  // Another organization may have ended what made its identity an owner, so this is no fault of the data.
  const ownerless = (await committed.ownerless(SHOWN)).map(
    ({ uid, name }) =>
      `nobody owns the root group ${uid} (${name}); grove owners add gives it an owner`,
  );
  if (problems.length === 0) {
    return ['counts, references and secrets are as they should be', ...ownerless].join('\n');
  }
  process.exitCode = PROBLEMS_FOUND;
  const more = problems.length - SHOWN;
  const shown = [...problems.slice(0, SHOWN), ...(more > 0 ? [`and ${more} more`] : [])];
  return [...shown, ...ownerless].join('\n');
}
