/** Invite codes: `grove-inv-<keyId>.<secret>`; only the secret's hash is stored. */
import { newKeyedSecret, parseKeyedSecret } from '#lib/secrets/keyed-secrets.ts';

export { sameHash } from '#lib/secrets/keyed-secrets.ts';

const PREFIX = 'grove-inv';

export interface InviteCode {
  /** Shown once, in the answer to the create. */
  code: string;
  keyId: string;
  codeHash: string;
}

export function newInviteCode(): InviteCode {
  const { text, keyId, hash } = newKeyedSecret(PREFIX);
  return { code: text, keyId, codeHash: hash };
}

/** The parts of a code, or null for anything else. */
export function parseInviteCode(code: string): { keyId: string; codeHash: string } | null {
  const parsed = parseKeyedSecret(PREFIX, code);
  return parsed === null ? null : { keyId: parsed.keyId, codeHash: parsed.hash };
}
