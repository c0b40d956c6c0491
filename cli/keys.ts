/** `keys list`, `keys rotate`, `keys revoke` and `keys rewrap`. */
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { signingKeyStates } from '#lib/auth/tokens/keys.ts';
import { config } from '#lib/config.ts';
import { secrets, secretsWrappedWith } from '#lib/secrets/secrets.ts';
import { KEY_KINDS, revoke, rewrapKeys, rotate } from '#lib/service/keys/change-keys.ts';
import type { KeyKind } from '#lib/service/keys/change-keys.ts';
import { parseWrappingKey, readWrappingKeyFile } from '#lib/settings/wrapping-key.ts';
import type { WrappingKey } from '#lib/settings/wrapping-key.ts';
import { parse, UsageError } from './usage.ts';

/** Prints the ids of all keys as JSON. */
export async function keysList(args: string[]): Promise<object> {
  parse(args, [], {});
  const states = await signingKeyStates();
  return {
    signingKeys: states.map(({ kid, expires }) => ({
      kid,
      state: expires === null ? 'CURRENT' : 'RETIRED',
      ...(expires !== null && { verifiesUntil: new Date(expires).toISOString() }),
    })),
    encryptionKey: secrets().encryption.current,
    wrappedWith: secretsWrappedWith(),
  };
}

/** Prints what was replaced, with the ids of the new keys, as JSON. */
export async function keysRotate(args: string[]): Promise<object> {
  const { values } = parse(args, [], { only: { type: 'string' } });
  const kinds = values.only === undefined ? KEY_KINDS : values.only.split(',').map(kindOf);
  return rotate(kinds);
}

function kindOf(text: string): KeyKind {
  const kind = KEY_KINDS.find((known) => known === text.trim());
  if (kind === undefined) throw new UsageError(`--only takes ${KEY_KINDS.join(', ')}, not ${text}`);
  return kind;
}

/** Prints the id of the key that signs from now on, as JSON. */
export async function keysRevoke(args: string[]): Promise<object> {
  const { positionals } = parse(args, ['KID'], {});
  return revoke(positionals[0] ?? '');
}

/** Prints the id of the operator's key that wraps the keys from now on, as JSON. */
export async function keysRewrap(args: string[]): Promise<object> {
  const { values } = parse(args, [], {
    'new-key-file': { type: 'string' },
    unwrap: { type: 'boolean', default: false },
  });
  const file = values['new-key-file'];
  if ((file === undefined) === !values.unwrap) {
    throw new UsageError('either --new-key-file or --unwrap is needed');
  }
  const to = file === undefined ? undefined : await readNewKey(file);
  await rewrapKeys(to);
  return { wrappedWith: secretsWrappedWith() };
}

async function readNewKey(file: string): Promise<WrappingKey> {
  const name = '--new-key-file';
  if (file === '-') return parseWrappingKey(await text(process.stdin), name);
  return readWrappingKeyFile(resolve(file), config().dataDir, name);
}
