import { describe, expect, it } from 'vitest';
import { newInviteCode, parseInviteCode } from './invites.ts';

describe('invite codes', () => {
  it('parse back to what is stored', () => {
    const { code, keyId, codeHash } = newInviteCode();
    expect(code).toMatch(/^grove-inv-[0-9a-f]{16}\.[A-Za-z0-9_-]{43}$/);
    expect(parseInviteCode(code)).toEqual({ keyId, codeHash });
    expect(parseInviteCode(` ${code}\n`)).toEqual({ keyId, codeHash });
    expect(codeHash).toMatch(/^[0-9a-f]{64}$/);
    expect(code).not.toContain(codeHash);
  });

  it.each(['', 'grove-inv-', 'grove-inv-0123456789abcdef.', 'x'.repeat(10_000), '\0'])(
    'are nothing else',
    (text) => expect(parseInviteCode(text)).toBeNull(),
  );
});
