import { describe, expect, it } from 'vitest';
import { checkOf } from '#lib/client/resources/checks.ts';

describe('checkOf', () => {
  it('finds what the API would refuse, with its words', () => {
    const check = checkOf('/iam/v2beta1/groups/0123');
    expect(check({ name: 'Not Allowed' })).toEqual({
      name: 'may have small letters from a to z, digits, blanks, . _ -',
    });
    expect(check({ name: 'allowed', description: 'x'.repeat(1025) })).toEqual({
      description: 'must be at most 1024 characters long',
    });
    expect(check({ name: 'allowed' })).toEqual({});
  });

  it('does not ask for what was not typed yet', () => {
    const check = checkOf('/iam/v2beta1/identities/0123');
    expect(check({ claimMatch: { issuer: 'http://example.com' } })).toEqual({
      'claimMatch.issuer': 'must be an https URL; http is for loopback hosts only',
    });
    expect(check({ claimMatch: { subject: 'ada' } })).toEqual({});
  });

  it('knows nothing of other paths', () => {
    expect(checkOf('/iam/v2beta1/unknown/0123')({ name: '' })).toEqual({});
  });
});
