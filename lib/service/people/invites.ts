/** Invite codes: `grove-inv-<keyId>.<secret>`. Only a hash of the secret is stored. */
import { newKeyedSecret, parseKeyedSecret } from '#lib/secrets/keyed-secrets.ts';

const PREFIX = 'grove-inv';

/** A new code, which only the answer to its creator shows, and the columns that are stored. */
export function newInviteCode(): { code: string; keyId: string; codeHash: string } {
  const { text, keyId, hash } = newKeyedSecret(PREFIX);
  return { code: text, keyId, codeHash: hash };
}

/** The parts of a code; null for text of another form. */
export function parseInviteCode(code: string): { keyId: string; codeHash: string } | null {
  const parsed = parseKeyedSecret(PREFIX, code);
  return parsed === null ? null : { keyId: parsed.keyId, codeHash: parsed.hash };
}
