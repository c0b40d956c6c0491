import { afterEach, beforeEach, describe, expect } from 'vitest';
import { grove, it } from '../fixtures.ts';
import type { Json } from '../harness.ts';
import { aboutResource, badFields, denied, failure, ok, okEmpty } from '../support/answers.ts';
import { preconditions } from '../support/answers.ts';
import { bind, newGroup, newPerson, personWith } from '../support/people.ts';

const IDENTITIES = '/iam/v2beta1/identities';
const ISSUER = 'https://token.actions.example.com';

let group: string;

const create = (body: unknown) => grove.post(`${IDENTITIES}/${group}`, body);
const pathOf = ({ uid }: Json) => `${IDENTITIES}/${String(uid)}`;

it.beforeAll(async () => {
  group = await newGroup(grove, grove.rootUid, 'people');
});

describe('update', () => {
  let identity: Json;

  beforeEach(async () => {
    const claimMatch = { issuer: ISSUER, subject: 'updated', claims: { a: 'b', c: 'd' } };
    identity = ok(await create({ name: 'updated', description: 'd', claimMatch }));
  });

  afterEach(async () => {
    await grove.del(pathOf(identity));
  });

  const patch = async (body: Json, mask?: string) =>
    grove.patch(pathOf(identity) + (mask === undefined ? '' : `?updateMask=${mask}`), body);

  it('reaches into the claim match', async () => {
    const claims = { a: 'b', c: 'd' };
    const body = { name: 'ignored', claimMatch: { subject: 'new', issuer: 'https://x.example' } };
    expect(ok(await patch(body, 'claim_match.subject'))).toMatchObject({
      name: 'updated',
      claimMatch: { issuer: ISSUER, subject: 'new', claims },
    });
    expect(ok(await patch({ claimMatch: { audience: 'me' } }))['claimMatch']).toEqual({
      issuer: ISSUER,
      subject: 'new',
      audience: 'me',
      claims,
    });
    expect(ok(await patch({}, 'claimMatch.audience,claimMatch.claims'))['claimMatch']).toEqual({
      issuer: ISSUER,
      subject: 'new',
    });
  });

  it('replaces one kind of match by the other', async () => {
    expect(ok(await patch({ claimMatch: { subjectPattern: 'x+' } }))['claimMatch']).toEqual({
      issuer: ISSUER,
      subjectPattern: 'x+',
      claims: { a: 'b', c: 'd' },
    });
    expect(ok(await patch({ claimMatch: { subject: 'x' } }, 'claimMatch.subject'))).toMatchObject({
      claimMatch: { subject: 'x' },
    });
  });

  it('replaces the whole match where the mask names it', async () => {
    const claimMatch = { issuerPattern: 'https://.*', subject: 'whole' };
    expect(ok(await patch({ claimMatch }, 'claimMatch'))['claimMatch']).toEqual(claimMatch);
    expect(badFields(await patch({}, 'claimMatch'))).toEqual(['claimMatch']);
    expect(badFields(await patch({ claimMatch: {} }, 'claimMatch.subject'))).toEqual([
      'claimMatch.subject',
    ]);
  });

  it('keeps to the rules', async () => {
    expect(badFields(await patch({ claimMatch: { subjectPattern: '(' } }))).toEqual([
      'claimMatch.subjectPattern',
    ]);
    for (const mask of ['email', 'lastSeenTime', 'claimMatch.nothing', 'claimMatch.claims.a.b']) {
      expect(badFields(await patch({}, mask))).toEqual(['updateMask']);
    }
    ok(await create({ name: 'other', claimMatch: { issuer: ISSUER, subject: 'other' } }));
    aboutResource(await patch({ name: 'other' }), 'ALREADY_EXISTS', 'Identity', 'other');
    const claimMatch = { issuer: ISSUER, subject: 'other' };
    aboutResource(await patch({ claimMatch }), 'ALREADY_EXISTS', 'Identity', 'other');
  });

  it('knows ETags', async () => {
    const { headers, body } = await grove.get(pathOf(identity));
    const ifMatch = { headers: { 'if-match': headers.get('etag') ?? '' } };
    expect(ok(await grove.patch(pathOf(identity), body, ifMatch))).toEqual(body);
    ok(await grove.patch(pathOf(identity), { description: 'changed' }, ifMatch));
    failure(await grove.patch(pathOf(identity), { description: 'late' }, ifMatch), 'ABORTED');
    failure(await grove.del(pathOf(identity), ifMatch), 'ABORTED');
  });

  it('of what a token must match needs all that the identity may do', async () => {
    const editor = await personWith(grove, 'editor', grove.rootUid);
    const owner = await personWith(grove, 'owner', group);
    const options = { token: editor.token };
    const path = `${IDENTITIES}/${owner.uid}`;
    const claimMatch = { issuer: ISSUER, subject: 'taken over' };
    failure(await grove.patch(path, { claimMatch }, options), 'PERMISSION_DENIED');
    failure(
      await grove.patch(`${path}?updateMask=*`, { name: 'n', claimMatch }, options),
      'PERMISSION_DENIED',
    );
    ok(await grove.patch(path, { description: 'harmless' }, options));
    const whole = ok(await grove.get(path, options));
    ok(await grove.patch(path, { ...whole, description: 'harmless, too' }, options));
  });
});

describe('delete', () => {
  it('takes the bindings along', async () => {
    const person = await newPerson(grove);
    const binding = await bind(grove, group, person.uid, 'viewer');
    okEmpty(await grove.del(`${IDENTITIES}/${person.uid}`));
    failure(await grove.get(`${IDENTITIES}/${person.uid}`), 'NOT_FOUND');
    failure(await grove.get(`/iam/v2beta1/roleBindings/${String(binding['uid'])}`), 'NOT_FOUND');
  });

  it('spares the last owner', async () => {
    const path = `${IDENTITIES}/${grove.ownerUid}`;
    expect(preconditions(await grove.del(path))).toEqual(['LAST_OWNER']);
    ok(await grove.get(path));
  });

  it('says what is not there, and denies alike', async () => {
    const uid = `${group}/${'0'.repeat(16)}`;
    const path = `${IDENTITIES}/${uid}`;
    for (const method of ['GET', 'PATCH', 'DELETE']) {
      aboutResource(await grove.call(method, path), 'NOT_FOUND', 'Identity', uid);
    }
    const { token } = await newPerson(grove);
    denied(await grove.get(path, { token }), 'identity.list', uid);
    denied(await grove.del(path, { token }), 'identity.delete', uid);
  });
});
