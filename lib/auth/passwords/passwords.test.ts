import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { config } from '#lib/config.ts';
import { PACE } from '#lib/settings/pace.ts';
import {
  hashPassword,
  isOutdated,
  matchingHash,
  NO_PASSWORD,
  saltOf,
  verifyPassword,
} from './passwords.ts';

beforeEach(() => {
  Object.assign(config().pace, { passwordCost: { N: 2 ** 4, r: 8, p: 1 } });
});

afterEach(() => {
  Object.assign(config().pace, PACE);
});

describe('hashPassword', () => {
  it('keeps parameters and a salt of its own beside each hash', async () => {
    Object.assign(config().pace, PACE);
    const [one, other] = await Promise.all([
      hashPassword('correct horse battery'),
      hashPassword('correct horse battery'),
    ]);
    expect(one).toMatch(/^\$scrypt\$ln=16,r=8,p=2\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    expect(one).not.toBe(other);
  });

  it('takes the same password in either Unicode form', async () => {
    const hash = await hashPassword('caf\u00e9 au lait');
    expect(await verifyPassword('cafe\u0301 au lait', hash)).toBe(true);
    expect(await verifyPassword('cafe au lait', hash)).toBe(false);
  });
});

describe('verifyPassword', () => {
  it('takes a hash of other parameters', async () => {
    const hash = '$scrypt$ln=5,r=8,p=1$c2FsdHNhbHQ$AAAA';
    expect(await verifyPassword('whatever it is', hash)).toBe(false);
  });

  it('never accepts where there is no account', async () => {
    expect(await matchingHash('anything', [])).toBe(-1);
    expect(await verifyPassword('', NO_PASSWORD)).toBe(false);
    expect(await verifyPassword('anything', 'not a hash')).toBe(false);
  });
});

describe('matchingHash', () => {
  it('finds the hash among those of one salt and of others', async () => {
    const first = await hashPassword('correct horse battery');
    const like = await hashPassword('staple battery horse', saltOf(first));
    expect(like.split('$')[3]).toBe(first.split('$')[3]);
    const hashes = [first, await hashPassword('something else'), NO_PASSWORD, like];
    expect(await matchingHash('staple battery horse', hashes)).toBe(3);
    expect(await matchingHash('correct horse battery', hashes)).toBe(0);
    expect(await matchingHash('neither of them', hashes)).toBe(-1);
  });
});

it('calls hashes of other parameters outdated', async () => {
  expect(isOutdated(await hashPassword('correct horse battery'))).toBe(false);
  expect(isOutdated('$scrypt$ln=4,r=8,p=2$c2FsdHNhbHQ$AAAA')).toBe(true);
});
