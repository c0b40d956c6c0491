import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CAPABILITIES } from '#lib/resources/capabilities.ts';
import { effectiveLengths, NO_POLICY, type PolicySettings } from '#lib/resources/policy.ts';
import { unmetOf, type Circumstances, type SignIn } from './policies.ts';

const ROOT = 'a'.repeat(40);
const NOW = 1_800_000_000_000;

const fresh: SignIn = {
  time: NOW,
  longestPause: 0,
  isOwnAccount: true,
  secondFactor: false,
  passkey: false,
  passkeySince: null,
};

function missing(
  settings: Partial<PolicySettings>,
  { signIn, address = '192.0.2.1' }: Partial<Circumstances>,
  held = CAPABILITIES,
  providers: readonly string[] = [],
): string[] {
  const policy = { ...NO_POLICY, ...settings, uid: ROOT };
  return unmetOf(policy, { address, signIn }, held, { providers, now: NOW }).map(
    ({ type }) => type,
  );
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
    const all: Partial<PolicySettings> = {
      consoleNetworks: ['192.0.2.0/24'],
      secondFactor: 'EVERYONE',
      sessionIdle: 60,
    };
    const signIn = { ...fresh, longestPause: 60_000 };
    expect(missing(all, { signIn, address: '198.51.100.1' })).toEqual(['NETWORK_NOT_ALLOWED']);
    expect(missing(all, { signIn })).toEqual(['SESSION_TOO_OLD', 'SECOND_FACTOR_REQUIRED']);
  });

  it('asks for a passkey of people with an own account, and then for no second factor beside it', () => {
    const asked = ['PASSKEY_REQUIRED'];
    const settings = { passkeyRequired: true, secondFactor: 'EVERYONE' } as const;
    expect(missing(settings, { signIn: fresh }, [])).toEqual(asked);
    expect(missing(settings, { signIn: { ...fresh, secondFactor: true } })).toEqual(asked);
    expect(missing(settings, { signIn: { ...fresh, secondFactor: true, passkey: true } })).toEqual(
      [],
    );
    expect(missing(settings, { signIn: { ...fresh, isOwnAccount: false } })).toEqual([]);
    expect(missing(settings, {})).toEqual([]);
  });

  describe('where passwords are off', () => {
    const settings = { passwordsOffTime: new Date(NOW), passkeyRequired: true, sessionIdle: 60 };
    const found = (signIn: SignIn | undefined, providers = ['Okta']) =>
      missing(settings, { signIn }, [], providers);
    const by = (passkeySince: number | null) => ({ ...fresh, passkey: true, passkeySince });

    it('asks people with a password for nothing but another way', () => {
      const signIn = { ...fresh, secondFactor: true, longestPause: 60_000 };
      expect(found(signIn)).toEqual(['PASSWORD_NOT_ALLOWED']);
      expect(found({ ...fresh, isOwnAccount: false })).toEqual([]);
      expect(found(undefined)).toEqual([]);
    });

    it('takes a passkey from before, and none that was added since', () => {
      expect(found(by(NOW - 1))).toEqual([]);
      expect(found(by(NOW + 1))).toEqual(['PASSWORD_NOT_ALLOWED']);
      expect(found(by(null))).toEqual(['PASSWORD_NOT_ALLOWED']);
    });

    it('allows a password where there is no provider instead, and asks for all else', () => {
      expect(found(fresh, [])).toEqual(['PASSKEY_REQUIRED']);
    });

    it('names the providers', () => {
      const policy = { ...NO_POLICY, ...settings, uid: ROOT };
      const [one] = unmetOf(policy, { address: '', signIn: fresh }, [], {
        providers: ['Entra', 'Okta'],
      });
      expect(one?.description).toContain('through Entra or Okta,');
    });
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
      passkeySince: fc.constant(null),
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
