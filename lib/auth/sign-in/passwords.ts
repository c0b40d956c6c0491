/** Passwords at rest: scrypt with its parameters beside the hash, as a PHC string. */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

// 64 MiB for each try; see OWASP's Password Storage Cheat Sheet.
const COST = { N: 2 ** 16, r: 8, p: 1 };
const KEY_BYTES = 32;
const MIN_LENGTH = 10;
const MAX_LENGTH = 128;
/** Of the four threads that Node also reads files and resolves names with. */
const MAX_AT_ONCE = 2;

interface Cost {
  N: number;
  r: number;
  p: number;
}

let running = 0;
const waiting: (() => void)[] = [];

async function derive(password: string, salt: Buffer, cost: Cost): Promise<Buffer> {
  if (running >= MAX_AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
  try {
    return await deriveNow(password, salt, cost);
  } finally {
    const next = waiting.shift();
    // Whoever waits takes over this one's place.
    if (next === undefined) running -= 1;
    else next();
  }
}

function deriveNow(password: string, salt: Buffer, { N, r, p }: Cost): Promise<Buffer> {
  const options = { N, r, p, maxmem: 256 * N * r };
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, KEY_BYTES, options, (error, key) =>
      error === null ? resolve(key) : reject(error),
    );
  });
}

function encode(salt: Buffer, key: Buffer, { N, r, p }: Cost): string {
  const text = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');
  return `$scrypt$ln=${Math.log2(N)},r=${r},p=${p}$${text(salt)}$${text(key)}`;
}

const PHC = /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  return encode(salt, await derive(password, salt, COST), COST);
}

/**
 * True where the password is the hash's. Takes as long for an account that
 * does not exist (`hash` null), so that time does not tell.
 */
export async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
  const match = PHC.exec(hash ?? '');
  const [, ln = '16', r = '8', p = '1', salt = '', key = ''] = match ?? [];
  const cost = { N: 2 ** Number(ln), r: Number(r), p: Number(p) };
  const expected = Buffer.from(key, 'base64');
  const actual = await derive(password, Buffer.from(salt, 'base64'), cost);
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}

/** What everyone tries first, beside what is made of too few characters. */
const GUESSED_FIRST =
  /^(?:pass(?:word|wort)|letmein|welcome|qwert[yz]|iloveyou|admin|changeme|secret)+[\d!@#$._-]*$/;

const ROWS = ['01234567890123456789', 'abcdefghijklmnopqrstuvwxyz', 'qwertyuiopasdfghjklzxcvbnm'];

function isRow(text: string): boolean {
  const reversed = [...text].toReversed().join('');
  return ROWS.some((row) => row.includes(text) || row.includes(reversed));
}

/** What is wrong with a new password, or null. */
export function passwordViolation(password: string): string | null {
  const text = password.normalize('NFKC');
  const length = [...text].length;
  if (length < MIN_LENGTH || length > MAX_LENGTH) {
    return `must be ${MIN_LENGTH} to ${MAX_LENGTH} characters long`;
  }
  const lower = text.toLowerCase();
  if (new Set(lower).size < 4) return 'must have at least 4 different characters';
  return GUESSED_FIRST.test(lower) || isRow(lower) ? 'is too easy to guess' : null;
}
