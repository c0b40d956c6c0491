/** Passwords at rest: scrypt with its parameters beside the hash, as a PHC string. */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import type { BinaryLike, ScryptOptions } from 'node:crypto';
import { promisify } from 'node:util';
import { tryAgain } from '#lib/aip/errors.ts';
import { config } from '#lib/config.ts';
import { Semaphore } from '#lib/semaphore.ts';
import type { ScryptCost } from '#lib/settings/pace.ts';

const scryptOf = promisify<BinaryLike, BinaryLike, number, ScryptOptions, Buffer>(scrypt);

const KEY_BYTES = 32;
/** Half of Node's four worker threads, which also read files and resolve names. */
const MAX_AT_ONCE = 2;

/** Each attempt takes about a quarter of a second. */
const MAX_WAITING = 16;

/** How many hashes can be asked for before one more is refused. */
export const MAX_HASHES = MAX_AT_ONCE + MAX_WAITING;

/** When a rejected caller may try again. */
const RETRY_SECONDS = 5;

const turns = new Semaphore(MAX_AT_ONCE);

/** @throws ApiError UNAVAILABLE with `retry-after` if too many wait for their turn. */
async function derive(password: string, salt: Buffer, { N, r, p }: ScryptCost): Promise<Buffer> {
  if (turns.isTaken && turns.waiting >= MAX_WAITING) {
    const cause = 'too many people sign in at this moment; try again';
    throw tryAgain('UNAVAILABLE', cause, RETRY_SECONDS);
  }
  const endTurn = await turns.take();
  try {
    const options = { N, r, p, maxmem: 256 * N * r };
    return await scryptOf(password.normalize('NFKC'), salt, KEY_BYTES, options);
  } finally {
    endTurn();
  }
}

function encode(salt: Buffer, key: Buffer, { N, r, p }: ScryptCost): string {
  const text = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');
  return `$scrypt$ln=${Math.log2(N)},r=${r},p=${p}$${text(salt)}$${text(key)}`;
}

const PHC = /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

export const SALT_BYTES = 16;

export const saltOf = (hash: string): Buffer => decode(hash).salt;

/**
 * @param salt the salt of other hashes, so that all of them can be checked with one computation.
 */
export async function hashPassword(
  password: string,
  salt: Buffer = randomBytes(SALT_BYTES),
): Promise<string> {
  const cost = config().pace.passwordCost;
  return encode(salt, await derive(password, salt, cost), cost);
}

/**
 * The hash of an account without a password. No password matches it, and a check takes as long as
 * any other.
 */
export const NO_PASSWORD = '';

/**
 * The index of the first hash that the password belongs to; -1 for none. Takes as long without any
 * hash as with some of the same salt, so that the time does not reveal whether there are accounts.
 */
export async function matchingHash(password: string, hashes: readonly string[]): Promise<number> {
  const derived = new Map<string, Buffer>();
  const checked = hashes.length > 0 ? hashes : [NO_PASSWORD];
  for (const [index, { cost, salt, key }] of checked.map(decode).entries()) {
    const name = JSON.stringify([cost, salt.toString('base64')]);
    const actual = derived.get(name) ?? (await derive(password, salt, cost));
    derived.set(name, actual);
    if (key.length === actual.length && timingSafeEqual(key, actual)) return index;
  }
  return -1;
}

export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  return (await matchingHash(password, [hash])) === 0;
}

/** True if the hash has other parameters than a new one would get. */
export function isOutdated(hash: string): boolean {
  const { N, r, p } = decode(hash).cost;
  const today = config().pace.passwordCost;
  return N !== today.N || r !== today.r || p !== today.p;
}

/** Text that is not a hash decodes to an empty key with the current parameters. */
function decode(hash: string): { cost: ScryptCost; salt: Buffer; key: Buffer } {
  const [, ln, r, p, salt = '', key = ''] = PHC.exec(hash) ?? [];
  const { passwordCost } = config().pace;
  return {
    cost: ln === undefined ? passwordCost : { N: 2 ** Number(ln), r: Number(r), p: Number(p) },
    salt: Buffer.from(salt, 'base64'),
    key: Buffer.from(key, 'base64'),
  };
}
