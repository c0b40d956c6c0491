import { describe, expect, it } from 'vitest';
import {
  changeOf,
  creationOf,
  matchOf,
  NEW_IDENTITY,
  valuesOf,
} from '#app/(console)/groups/[group]/identities/identity-values.ts';
import { ApiRequestError } from '#lib/client/api.ts';
import { changedMask, pickMask, withValueAt } from '#lib/client/resources/changed-mask.ts';
import type { Identity } from '#lib/client/resources/resources.ts';

const identity: Identity = {
  uid: 'a/b',
  name: 'ci',
  description: '',
  claimMatch: {
    issuer: 'https://ci.example.com',
    subjectPattern: 'repo:.*',
    claims: { 'a.b': 'x' },
    claimPatterns: { ref: 'refs/.*' },
  },
  lastSeenTime: '2026-01-01T00:00:00.000Z',
  createTime: '2026-01-01T00:00:00.000Z',
  updateTime: '2026-01-01T00:00:00.000Z',
};
const read = valuesOf(identity);

/** The update that the form makes of new values. */
function change(...edits: (readonly [string, unknown])[]) {
  const values = edits.reduce((all, [path, value]) => withValueAt(all, path, value), read);
  const updateMask = changedMask(read, values);
  return changeOf({ body: pickMask(values, updateMask), updateMask, etag: 'e' });
}

describe('identity values', () => {
  it('come back as they were', () => {
    expect(matchOf(read.claimMatch)).toEqual(identity.claimMatch);
  });

  it('name what a switch from literal to pattern clears', () => {
    const edited = change(
      ['claimMatch.issuer', undefined],
      ['claimMatch.issuerPattern', 'https://.*'],
    );
    expect(edited).toEqual({
      body: { claimMatch: { issuerPattern: 'https://.*' } },
      updateMask: ['claimMatch.issuer', 'claimMatch.issuerPattern'],
      etag: 'e',
    });
  });

  it('change claims and their patterns as a whole, and clear what is left empty', () => {
    const mask = ['claimMatch.claims', 'claimMatch.claimPatterns'];
    const row = { claim: 'a.b', value: 'y', isPattern: false };
    expect(change(['claimMatch.rows', [row]])).toMatchObject({
      body: { claimMatch: { claims: { 'a.b': 'y' } } },
      updateMask: mask,
    });
    expect(change(['claimMatch.rows', []])).toEqual({
      body: { claimMatch: {} },
      updateMask: mask,
      etag: 'e',
    });
    expect(change(['name', 'new'])).toMatchObject({ body: { name: 'new' }, updateMask: ['name'] });
  });

  it('leave out an empty row', () => {
    const blank = { claim: '', value: '', isPattern: true };
    expect(change(['claimMatch.rows', [...read.claimMatch.rows, blank]]).body).toEqual({
      claimMatch: {
        claims: identity.claimMatch.claims,
        claimPatterns: identity.claimMatch.claimPatterns,
      },
    });
  });

  it.each([
    [
      'a claim twice',
      [
        { claim: 'a', value: 'x', isPattern: false },
        { claim: 'a', value: 'y', isPattern: false },
      ],
      'claimMatch.claims.a',
    ],
    ['a claim without a name', [{ claim: '', value: 'x', isPattern: false }], 'claimMatch.rows'],
  ])('refuse %s', (_, rows, field) => {
    let thrown: unknown;
    try {
      change(['claimMatch.rows', rows]);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(ApiRequestError);
    expect(Object.keys((thrown as ApiRequestError).violations)).toEqual([field]);
  });

  it('create with a claim match even where nothing was typed', () => {
    expect(creationOf({})).toEqual({ claimMatch: {} });
    const { name, claimMatch } = NEW_IDENTITY;
    expect(creationOf({ name, claimMatch })).toEqual({
      name: '',
      claimMatch: { issuer: '', subject: '' },
    });
  });
});
