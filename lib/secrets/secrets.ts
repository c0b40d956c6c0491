import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { jsonIn } from '#lib/aip/json.ts';
import { config } from '#lib/config.ts';
import { OperatorError } from '#lib/operator-error.ts';
import { perProcess } from '#lib/per-process.ts';
import {
  createPrivateFile,
  privateFileStamp,
  readPrivateFile,
  replacePrivateFile,
} from '#lib/secrets/private-files.ts';
import { rewrap, unwrap, wrap, wrappingKeyId } from '#lib/secrets/wrapping.ts';
import type { WrappingKey } from '#lib/settings/wrapping-key.ts';

const FILE = 'secrets.json';

/** 32 bytes, which the file has as base64url. */
const bytes = z.codec(
  z.base64url(),
  z.custom<Buffer>((value) => Buffer.isBuffer(value) && value.length === 32),
  {
    decode: (text) => Buffer.from(text, 'base64url'),
    encode: (buffer) => buffer.toString('base64url'),
  },
);

const text = z.base64url().length(43);

const schema = z.object({
  /** Encrypts the session cookie. */
  session: text,
  pageToken: bytes,
  /** Signs the one-time link of the first run. */
  setup: text,
  /** Keys for AES-256-GCM by id. The current one encrypts new text. */
  encryption: z
    .object({ current: z.string(), keys: z.record(z.string(), bytes) })
    .refine(({ current, keys }) => Object.hasOwn(keys, current)),
});

/**
 * The installation's own secrets. They are created on first use, in secrets.json of the data
 * folder.
 */
export type Secrets = z.infer<typeof schema>;

interface Loaded {
  stamp: string | undefined;
  /** The access revision at which the file was last looked at, where that is known. */
  revision?: string | undefined;
  secrets: Secrets;
  /**
   * Keys that the file no longer has. Rows that this process has already read may still need them.
   */
  retired: Record<string, Buffer>;
}

const read = perProcess<Loaded>('secrets');

/**
 * The secrets as the file has them now, since another process may have changed them.
 *
 * @param revision the access revision, read before. It is raised after each rotation, so the file
 *   need not be looked at for each page token. Without it, the file is always looked at.
 * @throws OperatorError if the file cannot be created, read or parsed.
 */
export function secrets(revision?: string): Secrets {
  const known = read.value;
  if (revision !== undefined && known?.revision === revision) return known.secrets;
  const loaded = loadedAfter(known);
  loaded.revision = revision ?? loaded.revision;
  return (read.value = loaded).secrets;
}

/** The same if the file is still the same. */
function loadedAfter(known: Loaded | undefined): Loaded {
  const stamp = privateFileStamp(FILE);
  if (known !== undefined && (stamp === undefined || known.stamp === stamp)) return known;
  const text = createPrivateFile(FILE, () => encode(firstSecrets()));
  const retired = { ...known?.retired, ...known?.secrets.encryption.keys };
  return {
    stamp: stamp ?? privateFileStamp(FILE),
    secrets: parse(unwrap(text, config().wrappingKey, whereIs())),
    retired,
  };
}

/** The encryption key with that id. Finds keys that another process has added since. */
export function encryptionKey(id: string): Buffer | undefined {
  const { keys } = secrets().encryption;
  const all = { ...read.value?.retired, ...keys };
  return Object.hasOwn(all, id) ? all[id] : undefined;
}

/**
 * Replaces the file with the result of `change`, in one step. The caller makes sure that no other
 * process does so at the same time.
 */
export function changeSecrets(change: (stored: Secrets) => Secrets): Secrets {
  replacePrivateFile(FILE, encode(change(secrets())));
  return secrets();
}

/** 256 random bits as base64url. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Adds a new current encryption key. Earlier keys stay for the text that they have encrypted. */
export function withNewEncryptionKey(known: Secrets): Secrets {
  const id = newId();
  const keys = { ...known.encryption.keys, [id]: randomBytes(32) };
  return { ...known, encryption: { current: id, keys } };
}

/** The id of the operator's key that wraps the file; null if the file is not wrapped. */
export function secretsWrappedWith(): string | null {
  return wrappingKeyId(readPrivateFile(FILE) ?? '');
}

/** Wraps the file with another operator's key, or with none, in one step. */
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

/** The file's text for a backup, without the wrapping by this installation's key. */
export function plainSecrets(): string {
  secrets();
  return unwrap(readPrivateFile(FILE) ?? '', config().wrappingKey, whereIs());
}

/**
 * The file for the secrets of a backup, wrapped as this installation's settings require.
 *
 * @throws OperatorError for a text that has no secrets.
 */
export function secretsFileOf(plain: string): string {
  return encode(parse(plain));
}

function firstSecrets(): Secrets {
  const id = newId();
  return {
    session: newSecret(),
    pageToken: randomBytes(32),
    setup: newSecret(),
    encryption: { current: id, keys: { [id]: randomBytes(32) } },
  };
}

function newId(): string {
  return randomBytes(4).toString('hex');
}

function encode(plain: Secrets): string {
  const stored = `${JSON.stringify(z.encode(schema, plain), null, 2)}\n`;
  const { wrappingKey } = config();
  return wrappingKey === undefined ? stored : wrap(stored, wrappingKey);
}

function parse(stored: string): Secrets {
  const { data } = schema.safeParse(jsonIn(stored));
  if (data !== undefined) return data;
  throw new OperatorError(`${whereIs()} is damaged; restore it from a backup`);
}

function whereIs(): string {
  return `${FILE} in ${config().dataDir}`;
}
