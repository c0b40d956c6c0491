// @module-tag http
import { decodeJwt } from 'jose';
import { beforeEach, describe, expect } from 'vitest';
import { grove, issuer, withIssuer as it } from '../fixtures.ts';
import type { Answer, Json } from '../harness.ts';
import { failure, ok } from '../support/answers.ts';
import { overGrpc } from '../support/over-grpc.ts';
import { bind, newGroup, newPerson } from '../support/people.ts';

let group: string;
let person: { uid: string; token: string };

beforeEach(async () => {
  group = await newGroup(grove, grove.rootUid);
  person = await newPerson(grove, group);
  await bind(grove, group, person.uid, 'viewer');
});

const form = (path: string, fields: Record<string, string>, token: string | null = null) =>
  grove.call('POST', path, {
    token,
    body: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });

const revoke = (token: string) => form('/oauth/revoke', { token });
const introspect = (token: string, as: string) => form('/oauth/introspect', { token }, as);

const exchanged = async (token: string): Promise<Answer> =>
  form('/sts/exchange', {
    grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
    subject_token_type: 'urn:ietf:params:oauth:token-type:jwt',
    subject_token: token,
  });

function refusedAsRevoked(answer: Answer): void {
  expect(failure(answer, 'UNAUTHENTICATED').message).toContain('the token was revoked');
}

describe('POST /oauth/revoke', () => {
  it('ends one token from the next request on, over every transport', async () => {
    const { token, uid } = person;
    const another = await grove.token(uid);
    const rpc = overGrpc(new URL(grove.url).host, token, grove.call);
    const path = `/iam/v2beta1/groups/${group}`;
    ok(await grove.get(path, { token }));
    ok(await rpc.call('GET', path));

    expect(ok(await revoke(token))).toEqual({});
    refusedAsRevoked(await grove.get(path, { token }));
    refusedAsRevoked(await rpc.call('GET', path));
    expect((await grove.get(`/iam/v1/groups?id=${group}`, { token })).status).toBe(401);
    expect((await grove.get('/auth/v1/me', { token })).status).toBe(401);
    expect((await exchanged(token)).body).toMatchObject({ error: 'invalid_request' });
    ok(await grove.get(path, { token: another }));
    rpc.close();
  });

  it('is recorded once, with the identity of the token as actor', async () => {
    const { jti } = decodeJwt(person.token);
    const first = await revoke(person.token);
    ok(first);
    ok(await revoke(person.token));
    const query = `type=grove.iam.token.revoked.v1&uidp.children_of=${group}`;
    const { auditEvents } = ok(await grove.get(`/iam/v2beta1/auditEvents?${query}`));
    expect(auditEvents).toHaveLength(1);
    expect((auditEvents as Json[])[0]).toMatchObject({
      actor: person.uid,
      requestId: first.headers.get('x-request-id'),
      resource: person.uid,
      before: { jti },
    });
  });

  it('changes nothing for an invalid token, and refuses a token of another issuer', async () => {
    const [head, body] = person.token.split('.');
    for (const token of ['x', `${head}.${body}.AAAA`]) expect(ok(await revoke(token))).toEqual({});
    ok(await grove.get('/auth/v1/me', { token: person.token }));
    const foreign = await issuer.sign({ sub: 'machine', aud: grove.url });
    expect((await revoke(foreign)).body).toMatchObject({ error: 'unsupported_token_type' });
  });

  it('does not report a key as revoked, because it cannot end keys', async () => {
    const body = { name: 'leaked', identityUid: person.uid, ttl: '3600s' };
    const { key } = ok(await grove.post(`/iam/v2beta1/identityKeys/${group}`, body));
    const token = String(key);
    // The answer depends on the form of a key only, so nobody learns whether the key exists.
    for (const given of [token, `${token.slice(0, -6)}000000`]) {
      expect((await revoke(given)).body).toMatchObject({
        error: 'unsupported_token_type',
        error_description: expect.stringContaining('delete the key') as string,
      });
    }
    ok(await grove.get('/auth/v1/me', { token }));
  });

  it('refuses requests that are not a form with a token', async () => {
    const refused: Record<string, string>[] = [{}, { token_type_hint: 'access_token' }];
    for (const fields of refused) {
      const answer = await form('/oauth/revoke', fields);
      expect(answer.status).toBe(400);
      expect(answer.body).toMatchObject({ error: 'invalid_request' });
    }
    const json = await grove.post('/oauth/revoke', { token: person.token }, { token: null });
    expect(json.body).toMatchObject({ error: 'invalid_request' });
    ok(await form('/oauth/revoke', { token: 'x', token_type_hint: 'access_token', other: 'y' }));
  });
});

describe('POST /oauth/introspect', () => {
  it('returns the claims to callers who have the identity or may list it', async () => {
    const claims = decodeJwt(person.token);
    const expected = {
      active: true,
      token_type: 'Bearer',
      iss: grove.url,
      sub: person.uid,
      aud: [grove.url],
      exp: claims.exp,
      iat: claims.iat,
      jti: claims.jti,
    };
    expect(ok(await introspect(person.token, person.token))).toEqual(expected);
    expect(ok(await introspect(person.token, grove.ownerToken))).toEqual(expected);
  });

  it('answers other callers as for a token that does not exist', async () => {
    const stranger = await newPerson(grove);
    const inactive = { active: false };
    expect(ok(await introspect(person.token, stranger.token))).toEqual(inactive);
    expect(ok(await introspect('x', stranger.token))).toEqual(inactive);
    const foreign = await issuer.sign({ sub: 'machine', aud: grove.url });
    expect(ok(await introspect(foreign, grove.ownerToken))).toEqual(inactive);
    ok(await revoke(person.token));
    expect(ok(await introspect(person.token, grove.ownerToken))).toEqual(inactive);
  });

  it('needs a caller whose own token is valid', async () => {
    failure(await form('/oauth/introspect', { token: person.token }), 'UNAUTHENTICATED');
    ok(await revoke(person.token));
    failure(await introspect(person.token, person.token), 'UNAUTHENTICATED');
  });

  it('returns the identities and the actor of an exchanged token', async () => {
    const { access_token: token } = ok(await exchanged(person.token));
    expect(ok(await introspect(String(token), grove.ownerToken))).toMatchObject({
      active: true,
      identities: [person.uid],
      act: { iss: grove.url, sub: person.uid },
    });
  });
});
