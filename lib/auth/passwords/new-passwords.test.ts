import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COMMON_PASSWORDS, passwordViolation } from './new-passwords.ts';

const ADA = { email: 'ada.lovelace@mail.acme.example', names: ['Ada King', 'Acme Corp'] };

const LENGTH = 'must be 12 to 128 characters long';
const GUESSABLE = 'is too close to one of the most used passwords';

it('knows 10,000 passwords, in the order of how much they are used', () => {
  expect(COMMON_PASSWORDS).toHaveLength(10_000);
  expect(new Set(COMMON_PASSWORDS).size).toBe(10_000);
  expect(COMMON_PASSWORDS.slice(0, 3)).toEqual(['123456', 'password', '12345678']);
});

describe('passwordViolation', () => {
  it.each([
    'correct horse battery',
    'Xk3!pQ9z#mW2',
    '私のパスワードは長くて安全です',
    'a1b2'.repeat(32),
    'the acme of perfection',
    'dragon slayers at dawn',
    '4815162342 password',
  ])('accepts %s', (password) => expect(passwordViolation(password, ADA)).toBeNull());

  it.each([
    ['Xk3!pQ9z#mW', LENGTH],
    ['a1b2'.repeat(32) + 'c', LENGTH],
    ['🌲🌳🌴🌵🌷🌸🌹🌺🌻🌼🌽', LENGTH],
    ['aaaaaabbbbbb', 'must have at least 4 different characters'],
    ['012345678901', 'must not be a row of the alphabet or the keyboard'],
    ['nmlkjihgfedcba', 'must not be a row of the alphabet or the keyboard'],
    ['qwertyuiopas', 'must not be a row of the alphabet or the keyboard'],
    ['Password12345', GUESSABLE],
    ['P@ssw0rd1234!', GUESSABLE],
    ['passwordpassword', GUESSABLE],
    ['Dragon12345678', GUESSABLE],
    ['!!football2026', GUESSABLE],
    ['123456123456', GUESSABLE],
  ])('refuses %s', (password, violation) =>
    expect(passwordViolation(password, ADA)).toBe(violation),
  );

  it.each([
    ['ada.lovelace1815', 'lovelace, ada'],
    ['Acme-Acme-2026', 'acme'],
    ['GroveGrove!2026', 'grove'],
    ['AdaKing@AcmeCorp', 'acme, king, corp, ada'],
    ['ＡＣＭＥ１２３４５６７８', 'acme'],
  ])('does not count words of the account in %s', (password, words) =>
    expect(passwordViolation(password, ADA)).toBe(
      `must have 12 characters beside words of your account: ${words}`,
    ),
  );

  it('takes the same words from somebody else', () => {
    expect(passwordViolation('ada.lovelace1815', { email: 'x@y.example' })).toBeNull();
  });

  it('refuses every well-known password that is long enough, whatever little is around it', () => {
    const little = fc.stringMatching(/^[0-9!.]{0,6}$/);
    fc.assert(
      fc.property(fc.constantFrom(...COMMON_PASSWORDS), little, fc.boolean(), (known, some, up) => {
        const password = `${up ? known.toUpperCase() : known}${some}`;
        expect(passwordViolation(password, {})).not.toBeNull();
      }),
      { numRuns: 2_000 },
    );
  });
});
