import { expect, it } from 'vitest';
import { acceptedStep, newTotpSecret, totpAddress } from './totp.ts';

/** The secret of RFC 6238, appendix B: 12345678901234567890. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

it.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
])('computes the codes of RFC 6238 at %d s', (seconds, code) => {
  const step = Math.floor(seconds / 30);
  expect(acceptedStep(SECRET, code, null, seconds * 1000)).toBe(step);
  expect(acceptedStep(SECRET, code, step - 1, seconds * 1000)).toBe(step);
  expect(acceptedStep(SECRET, code, step, seconds * 1000)).toBeNull();
  // After the clock was set back.
  expect(acceptedStep(SECRET, code, step + 100, seconds * 1000)).toBeNull();
});

it('accepts one step before and after', () => {
  const steps = [-2, -1, 0, 1, 2].map((off) =>
    acceptedStep(SECRET, '005924', null, (1_234_567_890 + off * 30) * 1000),
  );
  const step = 1_234_567_890 / 30;
  expect(steps).toEqual([null, step, step, step, null]);
});

it('accepts nothing that is not six digits', () => {
  for (const code of ['', '5924', '0005924', 'abcdef', '١٢٣٤٥٦', '-05924', '0x5924']) {
    expect(acceptedStep(SECRET, code, null, 1_234_567_890_000)).toBeNull();
  }
  expect(acceptedStep(SECRET, ' 005 924\n', null, 1_234_567_890_000)).not.toBeNull();
});

it('names issuer and account for the app', () => {
  const secret = newTotpSecret();
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  const address = new URL(totpAddress(secret, 'Acme: Grove & Co', 'ada+x@example.com'));
  expect(address.pathname).toBe('/Acme%20%20Grove%20%26%20Co:ada%2Bx%40example.com');
  expect(Object.fromEntries(address.searchParams)).toEqual({ secret, issuer: 'Acme  Grove & Co' });
});
