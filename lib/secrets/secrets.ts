import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { config } from '#lib/config.ts';
import { OperatorError } from '#lib/operator-error.ts';
import {
  createPrivateFile,
  readPrivateFile,
  replacePrivateFile,
} from '#lib/secrets/private-files.ts';

/** What the installation keeps to itself: made on first use, in secrets.json of the data folder. */
export interface Secrets {
  /** Encrypts the session cookie. */
  session: string;
  /** Authenticates page tokens. */
  pageToken: Buffer;
  /** Signs the one-time link of the first run. */
  setup: string;
  /** Keys for AES-256-GCM by their id; new text is encrypted with the current one. */
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

const shared = globalThis as typeof globalThis & { groveSecrets?: Secrets };

/** @throws OperatorError where the file cannot be made, read or understood. */
export function secrets(): Secrets {
  return (shared.groveSecrets ??= decode(createPrivateFile(FILE, firstSecrets)));
}

/** The encryption key of that id, also where another process has added it since. */
export function encryptionKey(id: string): Buffer | undefined {
  if (!Object.hasOwn(secrets().encryption.keys, id)) reload();
  const { keys } = secrets().encryption;
  return Object.hasOwn(keys, id) ? keys[id] : undefined;
}

/** Adds a new encryption key, makes it the current one and returns its id; older keys stay for decrypting. */
export function rotateEncryptionKey(): string {
  reload();
  const { session, setup, pageToken, encryption } = secrets();
  const id = newId();
  const keys = { ...encryption.keys, [id]: randomBytes(32) };
  const stored: Stored = {
    session,
    pageToken: pageToken.toString('base64url'),
    setup,
    encryption: {
      current: id,
      keys: Object.fromEntries(
        Object.entries(keys).map(([name, bytes]) => [name, bytes.toString('base64url')]),
      ),
    },
  };
  replacePrivateFile(FILE, encode(stored));
  reload();
  return id;
}

function reload(): void {
  const text = readPrivateFile(FILE);
  if (text !== undefined) shared.groveSecrets = decode(text);
}

function firstSecrets(): string {
  const secret = () => randomBytes(32).toString('base64url');
  const id = newId();
  return encode({
    session: secret(),
    pageToken: secret(),
    setup: secret(),
    encryption: { current: id, keys: { [id]: secret() } },
  });
}

function newId(): string {
  return randomBytes(4).toString('hex');
}

function encode(stored: Stored): string {
  return `${JSON.stringify(stored, null, 2)}\n`;
}

function decode(text: string): Secrets {
  const { session, pageToken, setup, encryption } = parse(text);
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
    throw new OperatorError(`${FILE} in ${config().dataDir} is damaged; restore it from a backup`);
  }
}
