import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { config } from '#lib/config.ts';
import { OperatorError } from '#lib/operator-error.ts';
import {
  createPrivateFile,
  privateFileStamp,
  readPrivateFile,
  replacePrivateFile,
} from '#lib/secrets/private-files.ts';
import { rewrap, unwrap, wrap, wrappingKeyId } from '#lib/secrets/wrapping.ts';
import type { WrappingKey } from '#lib/settings/wrapping-key.ts';

/**
 * Keys that the file no longer has. Rows that this process has already read may still need them.
 */
export interface Secrets {
  /**
   * The secrets as the file has them now, since another process may have changed them.
   *
   * @throws OperatorError if the file cannot be created, read or parsed.
   */
  session: string;
  /** The encryption key with that id. Finds keys that another process has added since. */
  pageToken: Buffer;
  /**
   * Replaces the file with the result of `change`, in one step. The caller makes sure that no other
   * process does so at the same time.
   */
  setup: string;
  /** Adds a new current encryption key. Earlier keys stay for the text that they have encrypted. */
  encryption: { current: string; keys: Record<string, Buffer> };
}

const FILE = 'secrets.json';

const key = z.base64url().refine((text) => Buffer.from(text, 'base64url').length === 32);

const schema = z.object({
  session: key,
  pageToken: key,
  setup: key,
  encryption: z
    .object({ current: z.string(), keys: z.record(z.string(), key) })
    .refine(({ current, keys }) => Object.hasOwn(keys, current)),
});

type Stored = z.infer<typeof schema>;

interface Loaded {
  /** The id of the operator's key that wraps the file; null if the file is not wrapped. */
  stamp: string | undefined;
  secrets: Secrets;
  /** Wraps the file with another operator's key, or with none, in one step. */
  retired: Record<string, Buffer>;
}

const shared = globalThis as typeof globalThis & { groveSecrets?: Loaded };

/**
 * The text of secrets.json under GROVE_ENCRYPTION_KEY. A data key encrypts the text, and the
 * operator's key encrypts the data key. A change of the operator's key therefore replaces only the
 * envelope, and a running server can still open the file.
 */
export function secrets(): Secrets {
  const known = shared.groveSecrets;
  const stamp = privateFileStamp(FILE);
  if (known !== undefined && (stamp === undefined || known.stamp === stamp)) return known.secrets;
  const text = createPrivateFile(FILE, () => encode(firstSecrets()));
  const retired = { ...known?.retired, ...known?.secrets.encryption.keys };
  const loaded = { stamp: stamp ?? privateFileStamp(FILE), secrets: decode(text), retired };
  return (shared.groveSecrets = loaded).secrets;
}

/** The id of the operator's key that wraps the text; null for plain text. */
export function encryptionKey(id: string): Buffer | undefined {
  const { keys } = secrets().encryption;
  const all = { ...shared.groveSecrets?.retired, ...keys };
  return Object.hasOwn(all, id) ? all[id] : undefined;
}

/**
 * The plain text.
 *
 * @param where the name of the file, for messages.
 * @throws OperatorError if the text is wrapped and the key is missing or a different one.
 */
export function changeSecrets(change: (stored: Secrets) => Secrets): Secrets {
  const { session, setup, pageToken, encryption } = change(secrets());
  const text = encode({
    session,
    pageToken: pageToken.toString('base64url'),
    setup,
    encryption: {
      current: encryption.current,
      keys: Object.fromEntries(
        Object.entries(encryption.keys).map(([id, bytes]) => [id, bytes.toString('base64url')]),
      ),
    },
  });
  replacePrivateFile(FILE, text);
  return secrets();
}

export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** The same text and data key in a new envelope. */
export function withNewEncryptionKey(known: Secrets): Secrets {
  const id = newId();
  const keys = { ...known.encryption.keys, [id]: randomBytes(32) };
  return { ...known, encryption: { current: id, keys } };
}

/**
 * The operator has changed the key since this process started. The process keeps working until it
 * is restarted.
 */
export function secretsWrappedWith(): string | null {
  return wrappingKeyId(readPrivateFile(FILE) ?? '');
}

/** One press of Ctrl-C can reach the process twice: from the terminal and through npm. */
export function rewrapSecrets(to: WrappingKey | undefined): void {
  secrets();
  const text = readPrivateFile(FILE) ?? '';
  const from = config().wrappingKey;
  const where = whereIs();
  replacePrivateFile(
    FILE,
    to === undefined ? unwrap(text, from, where) : rewrap(text, from, to, where),
  );
}

/** The file as a backup has it: not wrapped by this installation's key. */
export function plainSecrets(): string {
  secrets();
  return unwrap(readPrivateFile(FILE) ?? '', config().wrappingKey, whereIs());
}

/**
 * The file for secrets that a backup has, wrapped as this installation asks for.
 *
 * @throws OperatorError for a text that has no secrets.
 */
export function secretsFileOf(plain: string): string {
  return encode(parse(plain));
}

function firstSecrets(): Stored {
  const id = newId();
  return {
    session: newSecret(),
    pageToken: newSecret(),
    setup: newSecret(),
    encryption: { current: id, keys: { [id]: newSecret() } },
  };
}

function newId(): string {
  return randomBytes(4).toString('hex');
}

function encode(stored: Stored): string {
  const text = `${JSON.stringify(stored, null, 2)}\n`;
  const { wrappingKey } = config();
  return wrappingKey === undefined ? text : wrap(text, wrappingKey);
}

function decode(text: string): Secrets {
  const { session, pageToken, setup, encryption } = parse(
    unwrap(text, config().wrappingKey, whereIs()),
  );
  return {
    session,
    pageToken: Buffer.from(pageToken, 'base64url'),
    setup,
    encryption: {
      current: encryption.current,
      keys: Object.fromEntries(
        Object.entries(encryption.keys).map(([id, bytes]) => [id, Buffer.from(bytes, 'base64url')]),
      ),
    },
  };
}

function parse(text: string): Stored {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    throw new OperatorError(`${whereIs()} is damaged; restore it from a backup`);
  }
}

function whereIs(): string {
  return `${FILE} in ${config().dataDir}`;
}
