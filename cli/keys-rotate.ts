import { rotateKeys } from '#lib/auth/tokens/keys.ts';
import { rotateEncryptionKey } from '#lib/secrets/secrets.ts';
import { parse } from './usage.ts';

/** Prints the ids of the new keys as JSON. */
export async function keysRotate(args: string[]): Promise<string> {
  parse(args, [], {});
  const { kid } = await rotateKeys();
  return JSON.stringify({ signingKey: kid, encryptionKey: rotateEncryptionKey() }, null, 2);
}
