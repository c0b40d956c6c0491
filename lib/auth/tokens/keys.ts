/** The keys that sign the installation's own tokens, in signing-keys.json of the data folder. */
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK } from 'jose';
import type { CryptoKey, JWK } from 'jose';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { config } from '#lib/config.ts';
import { OperatorError } from '#lib/operator-error.ts';
import {
  createPrivateFile,
  readPrivateFile,
  replacePrivateFile,
} from '#lib/secrets/private-files.ts';

/** The longest that a token lives, in seconds; a replaced key stays published for so long. */
export const MAX_TOKEN_TTL_S = 24 * 60 * 60;

export const ALGORITHM = 'ES256';

const FILE = 'signing-keys.json';

/** How long the file is trusted to be unchanged, in ms. */
const FRESH_MS = 1_000;

const storedKey = z.object({
  kid: z.string(),
  jwk: z.record(z.string(), z.unknown()),
  /** When another key took over, in ms; null for the current one. */
  retired: z.number().nullable(),
});

const schema = z.object({ keys: z.array(storedKey).min(1) });

type StoredKey = z.infer<typeof storedKey>;

export interface SigningKey {
  kid: string;
  privateKey: CryptoKey;
}

interface SigningKeys {
  modified: number;
  checked: number;
  stored: readonly StoredKey[];
  signing: Promise<SigningKey>;
  verifying: Map<string, Promise<CryptoKey>>;
}

const shared = globalThis as typeof globalThis & { groveKeys?: SigningKeys };

async function newKey(): Promise<StoredKey> {
  const { privateKey } = await generateKeyPair(ALGORITHM, { extractable: true });
  const jwk = await exportJWK(privateKey);
  return { kid: await calculateJwkThumbprint(jwk), jwk: { ...jwk }, retired: null };
}

function encode(keys: readonly StoredKey[]): string {
  return `${JSON.stringify({ keys }, null, 2)}\n`;
}

function decode(text: string): StoredKey[] {
  try {
    return schema.parse(JSON.parse(text)).keys;
  } catch {
    throw new OperatorError(`${FILE} in ${config().dataDir} is damaged; restore it from a backup`);
  }
}

function modifiedTime(): number {
  const path = join(/* turbopackIgnore: true */ config().dataDir, FILE);
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/** The keys as the file has them. `fresh` looks even where that was just done. */
async function keySet(fresh = false): Promise<SigningKeys> {
  const now = Date.now();
  const known = shared.groveKeys;
  if (known !== undefined && !fresh && now - known.checked < FRESH_MS) return known;
  const modified = modifiedTime();
  if (known !== undefined && known.modified === modified) {
    known.checked = now;
    return known;
  }
  const text = readPrivateFile(FILE) ?? (await create());
  const stored = decode(text).filter((key) => isLive(key, now));
  const current = stored.find(({ retired }) => retired === null);
  if (current === undefined) {
    throw new OperatorError(`${FILE} in ${config().dataDir} has no current key`);
  }
  return (shared.groveKeys = {
    modified: modifiedTime(),
    checked: now,
    stored,
    signing: importKey(current.jwk).then((privateKey) => ({ kid: current.kid, privateKey })),
    verifying: new Map(),
  });
}

async function create(): Promise<string> {
  const first = await newKey();
  return createPrivateFile(FILE, () => encode([first]));
}

async function importKey(jwk: JWK): Promise<CryptoKey> {
  const key = await importJWK(jwk, ALGORITHM);
  if (key instanceof Uint8Array) throw new OperatorError(`${FILE} has a key of another kind`);
  return key;
}

/** A replaced key counts until the last token that it may have signed has expired. */
function isLive({ retired }: StoredKey, now = Date.now()): boolean {
  return retired === null || now - retired < MAX_TOKEN_TTL_S * 1000;
}

function publicPart({ kid, jwk }: StoredKey): JWK {
  const { kty, crv, x, y } = jwk as JWK;
  return { kty, crv, x, y, kid, alg: ALGORITHM, use: 'sig' };
}

export async function signingKey(): Promise<SigningKey> {
  return (await keySet()).signing;
}

/** The public keys, as `/.well-known/jwks.json` has them. */
export async function publicJwks(): Promise<{ keys: JWK[] }> {
  return { keys: (await keySet()).stored.filter((key) => isLive(key)).map(publicPart) };
}

/** Another object as soon as the keys are others, so that what they verified can be kept by it. */
export async function keyGeneration(): Promise<object> {
  return keySet();
}

/** The key of that id, or undefined where the installation has none such (any more). */
export async function verifyingKey(kid: string): Promise<CryptoKey | undefined> {
  return (await keyIn(await keySet(), kid)) ?? keyIn(await keySet(true), kid);
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

/** Makes a new signing key; the old ones stay published until their last token has expired. */
export async function rotateKeys(now = Date.now()): Promise<{ kid: string }> {
  const { stored } = await keySet(true);
  const next = await newKey();
  const retired = stored.map((key) => ({ ...key, retired: key.retired ?? now }));
  replacePrivateFile(FILE, encode([next, ...retired]));
  delete shared.groveKeys;
  return { kid: next.kid };
}
