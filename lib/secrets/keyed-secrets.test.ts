import { describe, expect, it } from 'vitest';
import { newKeyedSecret, parseKeyedSecret } from './keyed-secrets.ts';

describe('secrets by a key id', () => {
  it('parse back to what is stored', () => {
    const { text, keyId, hash } = newKeyedSecret('invite');
    expect(text).toMatch(/^grove-inv-[0-9a-f]{16}\.[A-Za-z0-9_-]{43}$/);
    expect(parseKeyedSecret('invite', text)).toEqual({ keyId, hash });
    expect(parseKeyedSecret('invite', ` ${text}\n`)).toEqual({ keyId, hash });
    expect(parseKeyedSecret('passwordReset', text)).toBeNull();
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    expect(text).not.toContain(hash);
  });

  it.each(['', 'grove-inv-', 'grove-inv-0123456789abcdef.', 'x'.repeat(10_000), '\0'])(
    'are nothing else',
    (text) => expect(parseKeyedSecret('invite', text)).toBeNull(),
  );
});
