/** Invite codes: `grove-inv-<keyId>.<secret>`. Only a hash of the secret is stored. */
import { newKeyedSecret, parseKeyedSecret } from '#lib/secrets/keyed-secrets.ts';

const PREFIX = 'grove-inv';

export interface InviteCode {
  /** Shown once, in the response to the create. */
  code: string;
  keyId: string;
  codeHash: string;
}

export function newInviteCode(): InviteCode {
  const { text, keyId, hash } = newKeyedSecret(PREFIX);
  return { code: text, keyId, codeHash: hash };
}

/** The parts of a code; null for text of another form. */
export function parseInviteCode(code: string): { keyId: string; codeHash: string } | null {
  const parsed = parseKeyedSecret(PREFIX, code);
  return parsed === null ? null : { keyId: parsed.keyId, codeHash: parsed.hash };
}
