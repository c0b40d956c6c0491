/** Invite codes: `grove-inv-<keyId>.<secret>`; only the secret's hash is stored. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

const CODE = /^grove-inv-([0-9a-f]{16})\.([A-Za-z0-9_-]{43})$/;

export interface InviteCode {
  /** Shown once, in the answer to the create. */
  code: string;
  keyId: string;
  codeHash: string;
}

function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

export function newInviteCode(): InviteCode {
  const keyId = randomBytes(8).toString('hex');
  const secret = randomBytes(32).toString('base64url');
  return { code: `grove-inv-${keyId}.${secret}`, keyId, codeHash: hashOf(secret) };
}

/** The parts of a code, or null for anything else. */
export function parseInviteCode(code: string): { keyId: string; codeHash: string } | null {
  const match = CODE.exec(code.trim());
  const [, keyId, secret] = match ?? [];
  return keyId === undefined || secret === undefined ? null : { keyId, codeHash: hashOf(secret) };
}

export function sameHash(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a, 'hex'), Buffer.from(b, 'hex')];
  return left.length === right.length && timingSafeEqual(left, right);
}
