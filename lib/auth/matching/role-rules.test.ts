import { expect, it } from 'vitest';
import { matchingRules } from './role-rules.ts';

const rule = (value: string) => ({ claim: 'groups', value, roleUid: 'role', groupUid: 'group' });

it('compares the first 500 values of a claim, and looks at no others', async () => {
  const values = Array.from({ length: 100_000 }, (_, index) => `g${index}`);
  let last = 0;
  const groups = new Proxy(values, {
    get(target, name, receiver) {
      if (typeof name === 'string' && /^\d+$/.test(name)) last = Math.max(last, Number(name));
      return Reflect.get(target, name, receiver) as unknown;
    },
  });
  const rules = ['g0', 'g499', 'g500'].map(rule);
  expect(await matchingRules(rules, { groups })).toEqual([rule('g0'), rule('g499')]);
  expect(last).toBe(499);
});

it('compares verified addresses without case', async () => {
  const ofAddress = { ...rule('ada@example.com'), claim: 'email' };
  const claims = { email: 'Ada@Example.com', email_verified: true };
  expect(await matchingRules([ofAddress], claims)).toEqual([ofAddress]);
  expect(await matchingRules([rule('OPS')], { groups: ['ops'] })).toEqual([]);
});
