/** The keys that sign the installation's own tokens, in signing-keys.json of the data folder. */
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK } from 'jose';
import type { CryptoKey, JWK } from 'jose';
import { z } from 'zod';
import { config } from '#lib/config.ts';
import { notFound } from '#lib/aip/errors.ts';
import { jsonIn } from '#lib/aip/json.ts';
import { isOperatorError, OperatorError } from '#lib/operator-error.ts';
import { perProcess } from '#lib/per-process.ts';
import { decryptSecret, encryptionKeyId, encryptSecret } from '#lib/secrets/encryption.ts';
import {
  createPrivateFile,
  privateFileStamp,
  readPrivateFile,
  replacePrivateFile,
} from '#lib/secrets/private-files.ts';
import { secrets } from '#lib/secrets/secrets.ts';

/** The longest lifetime of a token, in seconds. A replaced key stays published for this time. */
export const MAX_TOKEN_TTL_S = 24 * 60 * 60;

/** The algorithm of the installation's own tokens (RFC 7518). */
export const ALGORITHM = 'ES256';

const FILE = 'signing-keys.json';

const storedKey = z.object({
  kid: z.string(),
  jwk: z.record(z.string(), z.unknown()),
  /** When another key replaced this one, in ms; null for the current key. */
  retired: z.number().nullable(),
});

const publicKey = z.object({
  kid: z.string(),
  kty: z.string(),
  crv: z.string(),
  x: z.string(),
  y: z.string(),
});

const schema = z.object({
  keys: z.array(storedKey).min(1),
  /** The public parts of replaced keys, which verify signatures that do not expire. */
  past: z.array(publicKey).default([]),
});

/** The file. Earlier versions stored its text without encryption. */
const envelope = z.object({ encrypted: z.string() });

type StoredKey = z.infer<typeof storedKey>;
type PublicKey = z.infer<typeof publicKey>;
type Stored = z.infer<typeof schema>;

export interface SigningKey {
  kid: string;
  privateKey: CryptoKey;
}

interface SigningKeys {
  stamp: string | undefined;
  /** The access revision at which the file was last found unchanged. */
  revision?: string;
  stored: readonly StoredKey[];
  past: readonly PublicKey[];
  signing: Promise<SigningKey>;
  verifying: Map<string, Promise<CryptoKey>>;
}

const read = perProcess<SigningKeys>('keys');

async function newKey(): Promise<StoredKey> {
  const { privateKey } = await generateKeyPair(ALGORITHM, { extractable: true });
  const jwk = await exportJWK(privateKey);
  const kid = await calculateJwkThumbprint(jwk);
  // An id that begins with a hyphen would look like an option of `keys revoke`.
  return kid.startsWith('-') ? newKey() : { kid, jwk: { ...jwk }, retired: null };
}

function encode(keys: readonly StoredKey[], past: readonly PublicKey[]): string {
  const encrypted = encryptSecret(JSON.stringify({ keys, past }), FILE);
  return `${JSON.stringify({ encrypted }, null, 2)}\n`;
}

function decode(text: string): Stored {
  try {
    const encrypted = encryptedPart(text);
    return schema.parse(JSON.parse(encrypted === null ? text : decryptSecret(encrypted, FILE)));
  } catch (error) {
    if (isOperatorError(error)) throw error;
    throw new OperatorError(`${FILE} in ${config().dataDir} is damaged; restore it from a backup`);
  }
}

/** Null for plain or damaged text. */
const encryptedPart = (text: string): string | null =>
  envelope.safeParse(jsonIn(text)).data?.encrypted ?? null;

/** The keys as the file has them now, since another process may have revoked one. */
async function keySet(): Promise<SigningKeys> {
  const known = read.value;
  const stamp = privateFileStamp(FILE);
  if (known !== undefined && stamp !== undefined && known.stamp === stamp) return known;
  const text = readPrivateFile(FILE) ?? (await create());
  const { keys, past } = decode(text);
  const stored = keys.filter((key) => isLive(key));
  const current = stored.find(({ retired }) => retired === null);
  if (current === undefined) {
    throw new OperatorError(`${FILE} in ${config().dataDir} has no current key`);
  }
  return (read.value = {
    stamp: stamp ?? privateFileStamp(FILE),
    stored,
    past: [...past, ...keys.filter((key) => !isLive(key)).map(pastPart)],
    signing: importKey(current.jwk).then((privateKey) => ({ kid: current.kid, privateKey })),
    verifying: new Map(),
  });
}

async function create(): Promise<string> {
  const first = await newKey();
  return createPrivateFile(FILE, () => encode([first], []));
}

async function importKey(jwk: JWK): Promise<CryptoKey> {
  const key = await importJWK(jwk, ALGORITHM);
  if (key instanceof Uint8Array) throw new OperatorError(`${FILE} has a key of another kind`);
  return key;
}

/** A replaced key stays valid until the last token that it may have signed has expired. */
function isLive({ retired }: StoredKey, now = Date.now()): boolean {
  return retired === null || now - retired < MAX_TOKEN_TTL_S * 1000;
}

const pastPart = ({ kid, jwk }: StoredKey): PublicKey => publicKey.parse({ ...jwk, kid });

function publicPart({ kid, jwk }: Pick<StoredKey, 'kid' | 'jwk'>): JWK {
  const { kty, crv, x, y } = jwk as JWK;
  return { kty, crv, x, y, kid, alg: ALGORITHM, use: 'sig' };
}

/** The key that signs new tokens. */
export async function signingKey(): Promise<SigningKey> {
  return (await keySet()).signing;
}

/** The public keys, as served at `/.well-known/jwks.json`. */
export async function publicJwks(): Promise<{ keys: JWK[] }> {
  return { keys: (await keySet()).stored.filter((key) => isLive(key)).map(publicPart) };
}

/**
 * A new object whenever the keys change. Caches of verified tokens are keyed by it.
 *
 * @param revision the access revision, read before. It is raised after each change of the keys, so
 *   the file need not be looked at for each request.
 */
export async function keyGeneration(revision: string): Promise<SigningKeys> {
  const known = read.value;
  if (known?.revision === revision) return known;
  const current = await keySet();
  current.revision = revision;
  return current;
}

/**
 * The key with that id; undefined if it does not exist or is no longer valid.
 *
 * @param revision as for {@link keyGeneration}; the file is looked at only for a key that is not
 *   among those of that revision. Without it, the file is always looked at.
 */
export async function verifyingKey(kid: string, revision?: string): Promise<CryptoKey | undefined> {
  const known =
    revision === undefined ? undefined : await keyIn(await keyGeneration(revision), kid);
  return known ?? keyIn(await keySet(), kid);
}

async function keyIn(
  { stored, verifying }: SigningKeys,
  kid: string,
): Promise<CryptoKey | undefined> {
  const found = stored.find((key) => key.kid === kid && isLive(key));
  if (found === undefined) return undefined;
  const known = verifying.get(kid);
  if (known !== undefined) return known;
  const imported = importKey(publicPart(found));
  verifying.set(kid, imported);
  return imported;
}

/**
 * The key with that id, also one that was replaced long ago, for signatures that do not expire.
 * Undefined if there was none, or it was revoked.
 */
export async function everSigningKey(kid: string): Promise<CryptoKey | undefined> {
  const { stored, past } = await keySet();
  const found = [...past, ...stored.map(pastPart)].find((key) => key.kid === kid);
  return found === undefined ? undefined : importKey(publicPart({ kid, jwk: found }));
}

/** The file as it is, whose text is encrypted with a key of secrets.json. */
export async function signingKeysFile(): Promise<string> {
  await keySet();
  return readPrivateFile(FILE) ?? '';
}

/** The current signing key, and those that it replaced. */
export async function signingKeyStates() {
  const { stored } = await keySet();
  return stored.map(({ kid, retired }) => ({
    kid,
    /** When its last token expires, in ms; null for the current key. */
    expires: retired === null ? null : retired + MAX_TOKEN_TTL_S * 1000,
  }));
}

// The three functions below read the file and then replace it. Their caller holds the database's
// write lock, so that no other process does the same at that time.

/** Creates a new signing key. The old keys stay published until their last token has expired. */
export async function rotateKeys(now = Date.now()): Promise<{ kid: string }> {
  const { stored, past } = await keySet();
  const next = await newKey();
  const retired = stored.map((key) => ({ ...key, retired: key.retired ?? now }));
  replacePrivateFile(FILE, encode([next, ...retired], past));
  return { kid: next.kid };
}

/**
 * Removes a key, so that nothing that it signed is believed any more. If it was the current key,
 * another one replaces it.
 *
 * @throws ApiError NOT_FOUND if there is no such key.
 */
export async function revokeKey(kid: string): Promise<{ kid: string }> {
  const { stored, past } = await keySet();
  const left = stored.filter((key) => key.kid !== kid);
  const leftPast = past.filter((key) => key.kid !== kid);
  if (left.length + leftPast.length === stored.length + past.length) {
    throw notFound('Signing key', kid);
  }
  const current = left.find(({ retired }) => retired === null);
  const next = current ?? (await newKey());
  replacePrivateFile(FILE, encode(current === undefined ? [next, ...left] : left, leftPast));
  return { kid: next.kid };
}

/** Encrypts the file of signing keys with the current encryption key, unless it is already. */
export async function renewKeyEncryption(): Promise<void> {
  const { stored, past } = await keySet();
  if (keyFileEncryptedWith() === secrets().encryption.current) return;
  replacePrivateFile(FILE, encode(stored, past));
}

/**
 * The id of the encryption key that the file needs; null if there is no file or it is not
 * encrypted.
 */
export function keyFileEncryptedWith(): string | null {
  const text = readPrivateFile(FILE);
  const encrypted = text === undefined ? null : encryptedPart(text);
  return encrypted === null ? null : encryptionKeyId(encrypted);
}
