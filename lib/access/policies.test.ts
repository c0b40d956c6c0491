import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CAPABILITIES } from '#lib/resources/capabilities.ts';
import { effectiveLengths, NO_POLICY } from '#lib/resources/policy.ts';
import type { PolicySettings } from '#lib/resources/policy.ts';
import { policyOf, unmetOf } from './policies.ts';
import type { Circumstances, SignIn } from './policies.ts';

const ROOT = 'a'.repeat(40);
const NOW = 1_800_000_000_000;

const fresh: SignIn = {
  time: NOW,
  longestPause: 0,
  isOwnAccount: true,
  secondFactor: false,
  passkey: false,
};

function missing(
  settings: Partial<PolicySettings>,
  { signIn, address = '192.0.2.1' }: Partial<Circumstances>,
  held = CAPABILITIES,
): string[] {
  const policy = policyOf(ROOT, { ...NO_POLICY, ...settings });
  return unmetOf(policy, { address, signIn }, held, NOW).map(({ type }) => type);
}

describe('unmetOf', () => {
  it('finds nothing missing where nothing is asked for', () => {
    expect(missing({}, { signIn: fresh, address: '' })).toEqual([]);
    expect(missing({}, { address: '' })).toEqual([]);
  });

  it('takes the networks of the console for sessions, and those of the API for all else', () => {
    const consoleNetworks = ['192.0.2.0/24'];
    expect(missing({ consoleNetworks }, { signIn: fresh })).toEqual([]);
    const away = { signIn: fresh, address: '198.51.100.1' };
    expect(missing({ consoleNetworks }, away)).toEqual(['NETWORK_NOT_ALLOWED']);
    expect(missing({ consoleNetworks }, { address: '198.51.100.1' })).toEqual([]);
    expect(missing({ apiNetworks: ['2001:db8::/32'] }, { address: '2001:db8::9' })).toEqual([]);
    expect(missing({ apiNetworks: consoleNetworks }, { address: '::ffff:192.0.2.9' })).toEqual([]);
  });

  it.each(['', 'unknown', 'a name'])('allows no network that is not known: %s', (address) => {
    expect(missing({ apiNetworks: ['0.0.0.0/0', '::/0'] }, { address })).toEqual([
      'NETWORK_NOT_ALLOWED',
    ]);
  });

  it('says nothing else to a network that is not allowed', () => {
    const all = { consoleNetworks: ['192.0.2.0/24'], secondFactor: 'EVERYONE', sessionIdle: 60 };
    const signIn = { ...fresh, longestPause: 60_000 };
    expect(missing(all, { signIn, address: '198.51.100.1' })).toEqual(['NETWORK_NOT_ALLOWED']);
    expect(missing(all, { signIn })).toEqual(['SESSION_TOO_OLD', 'SECOND_FACTOR_REQUIRED']);
  });

  it('asks for a passkey of people with an own account, and then for no second factor beside it', () => {
    const asked = ['PASSKEY_REQUIRED'];
    const settings = { passkeyRequired: true, secondFactor: 'EVERYONE' };
    expect(missing(settings, { signIn: fresh }, [])).toEqual(asked);
    expect(missing(settings, { signIn: { ...fresh, secondFactor: true } })).toEqual(asked);
    expect(missing(settings, { signIn: { ...fresh, secondFactor: true, passkey: true } })).toEqual(
      [],
    );
    expect(missing(settings, { signIn: { ...fresh, isOwnAccount: false } })).toEqual([]);
    expect(missing(settings, {})).toEqual([]);
  });

  it('asks for a second factor of those whom it names', () => {
    const asked = ['SECOND_FACTOR_REQUIRED'];
    expect(missing({ secondFactor: 'EVERYONE' }, { signIn: fresh }, [])).toEqual(asked);
    expect(missing({ secondFactor: 'WRITERS' }, { signIn: fresh })).toEqual(asked);
    const reading = CAPABILITIES.filter((capability) => capability.endsWith('.list'));
    expect(missing({ secondFactor: 'WRITERS' }, { signIn: fresh }, reading)).toEqual([]);
    const shown = { ...fresh, secondFactor: true };
    expect(missing({ secondFactor: 'EVERYONE' }, { signIn: shown })).toEqual([]);
    const elsewhere = { ...fresh, isOwnAccount: false };
    expect(missing({ secondFactor: 'EVERYONE' }, { signIn: elsewhere })).toEqual([]);
    expect(missing({ secondFactor: 'EVERYONE' }, {})).toEqual([]);
  });

  it('never finds less missing under a stricter policy', () => {
    const seconds = fc.option(fc.integer({ min: 60, max: 100_000 }));
    const lengths = fc.record({ sessionIdle: seconds, sessionAbsolute: seconds });
    const signIn = fc.record({
      time: fc.integer({ min: NOW - 200_000_000, max: NOW }),
      longestPause: fc.integer({ min: 0, max: 200_000_000 }),
      isOwnAccount: fc.boolean(),
      secondFactor: fc.boolean(),
      passkey: fc.boolean(),
    });
    fc.assert(
      fc.property(lengths, lengths, signIn, (one, other, given) => {
        const stricter = {
          sessionIdle: least(one.sessionIdle, other.sessionIdle),
          sessionAbsolute: least(one.sessionAbsolute, other.sessionAbsolute),
        };
        const both = [...missing(one, { signIn: given }), ...missing(other, { signIn: given })];
        expect(missing(stricter, { signIn: given })).toEqual([...new Set(both)]);
      }),
    );
  });
});

const least = (one: number | null, other: number | null) =>
  one === null || other === null ? (one ?? other) : Math.min(one, other);

describe('effectiveLengths', () => {
  it('is never longer than the policy or than what the operator allows', () => {
    const seconds = fc.integer({ min: 60, max: 100_000 });
    const set = fc.record({ sessionIdle: fc.option(seconds), sessionAbsolute: fc.option(seconds) });
    const allowed = fc.record({ idle: seconds, absolute: seconds });
    fc.assert(
      fc.property(set, allowed, (policy, most) => {
        const { idle, absolute } = effectiveLengths(policy, most);
        expect(idle).toBe(least(policy.sessionIdle, most.idle));
        expect(absolute).toBe(least(policy.sessionAbsolute, most.absolute));
      }),
    );
  });
});
