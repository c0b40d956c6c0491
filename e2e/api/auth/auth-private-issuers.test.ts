// @module-tag http
import { expect } from 'vitest';
import { grove, issuer, withIssuer, withSettings } from '../fixtures.ts';
import { failure, ok } from '../support/answers.ts';

const it = withSettings({ GROVE_ALLOW_PRIVATE_ISSUERS: '' }, withIssuer);

it('sends no request to an issuer on this machine unless the operator allows it', async () => {
  const claimMatch = { issuer: issuer.issuer, subject: 'machine' };
  ok(await grove.post(`/iam/v2beta1/identities/${grove.rootUid}`, { name: 'ci', claimMatch }));
  const token = await issuer.sign({ sub: 'machine', aud: grove.url });
  const { message } = failure(await grove.get('/auth/v1/me', { token }), 'UNAUTHENTICATED');
  expect(message).toMatch(
    / localhost is a private address that GROVE_ALLOW_PRIVATE_ISSUERS does not allow$/,
  );
  expect(issuer.requests).toEqual([]);
});
