/** GROVE_ENCRYPTION_KEY: the operator's key, kept outside of the data folder, which wraps the keys in it. */
import { createHash } from 'node:crypto';
import { relative, sep } from 'node:path';
import { OperatorError } from '#lib/operator-error.ts';
import type { Settings } from './declared.ts';
import { readFile } from './kinds/values.ts';

/** The key from `GROVE_ENCRYPTION_KEY` or its file. */
export interface WrappingKey {
  /** Identifies the key without revealing anything of it. */
  id: string;
  /** 32 bytes. */
  bytes: Buffer;
}

const NAME = 'GROVE_ENCRYPTION_KEY';
const KEY_BYTES = 32;
const HEX = /^[0-9a-f]{64}$/i;
const BASE64 = /^(?:[A-Za-z0-9+/]{43}=?|[A-Za-z0-9_-]{43}=?)$/;

/**
 * The key of GROVE_ENCRYPTION_KEY, or of the file that GROVE_ENCRYPTION_KEY_FILE names.
 *
 * @throws OperatorError if the text is not a key, or its file is in the data folder that it protects.
 */
export function readWrappingKey(settings: Settings, dataDir: string): WrappingKey | undefined {
  const text = settings(NAME);
  const file = settings(`${NAME}_FILE`);
  if (text !== '' && file !== undefined) {
    throw new OperatorError(`${NAME} and ${NAME}_FILE must not be set both`);
  }
  if (file !== undefined) return readWrappingKeyFile(file, dataDir, `${NAME}_FILE`);
  return text === '' ? undefined : parseWrappingKey(text, NAME);
}

/** @param name of the setting, for messages. */
export function readWrappingKeyFile(path: string, dataDir: string, name: string): WrappingKey {
  const below = relative(/* turbopackIgnore: true */ dataDir, path);
  if (below !== '..' && !below.startsWith(`..${sep}`)) {
    throw new OperatorError(`${name} must not be in the data folder, whose keys it wraps`);
  }
  return parseWrappingKey(readFile(path, name).toString('utf8'), `${name} ${path}`);
}

/** @param text 32 bytes as hex or base64. It is never repeated in messages. */
export function parseWrappingKey(text: string, name: string): WrappingKey {
  const trimmed = text.trim();
  const bytes = Buffer.from(trimmed, HEX.test(trimmed) ? 'hex' : 'base64');
  if ((!HEX.test(trimmed) && !BASE64.test(trimmed)) || bytes.length !== KEY_BYTES) {
    throw new OperatorError(
      `${name} must be 32 random bytes as base64 or hex, such as those of: openssl rand -base64 32`,
    );
  }
  const id = createHash('sha256').update(`${NAME}\0`).update(bytes).digest('hex').slice(0, 8);
  return { id, bytes };
}
