import { expect, it } from 'vitest';
import { newRecoveryCode, recoveryCodeHash } from './recovery-code-text.ts';

it('is found however it is typed', () => {
  const { text, hash } = newRecoveryCode();
  expect(text).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}$/);
  for (const typed of [text, ` ${text.toLowerCase()} `, text.replaceAll('-', '')]) {
    expect(recoveryCodeHash(typed)).toBe(hash);
  }
  expect(hash).not.toContain(text);
});

it('takes letters for the digits that they look like', () => {
  expect(recoveryCodeHash('OoIi-LlAA-AAAA-AAAA')).toBe(recoveryCodeHash('0011-11AA-AAAA-AAAA'));
});

it('has no hash in another form', () => {
  for (const text of ['', 'AAAA', 'AAAA-AAAA-AAAA-AAAAA', 'AAAA-AAAA-AAAA-AAAU', '😀'.repeat(16)]) {
    expect(recoveryCodeHash(text)).toBeNull();
  }
});
