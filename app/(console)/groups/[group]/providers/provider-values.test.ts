import { describe, expect, it } from 'vitest';
import {
  changeOf,
  creationOf,
  NEW_PROVIDER,
  valuesOf,
  withScopesAsOne,
} from '#app/(console)/groups/[group]/providers/provider-values.ts';
import { ApiRequestError } from '#lib/client/api.ts';
import { changedMask, pickMask, withValueAt } from '#lib/client/resources/changed-mask.ts';
import type { IdentityProvider } from '#lib/client/resources/resources.ts';

const PROVIDER: IdentityProvider = {
  uid: 'a/b',
  name: 'Corp',
  description: '',
  defaultRole: 'r',
  oidc: { issuer: 'https://idp.example', clientId: 'grove', additionalScopes: ['groups', 'x'] },
  roleRules: [],
  createTime: '',
  updateTime: '',
};

/** The request after these paths were set in the editor. */
function sent(changes: Readonly<Record<string, unknown>>) {
  const base = valuesOf(PROVIDER);
  const values = Object.entries(changes).reduce(
    (at, [path, value]) => withValueAt(at, path, value),
    base,
  );
  const updateMask = changedMask(base, values);
  return changeOf({ body: pickMask(values, updateMask), updateMask, etag: '"1"' }, 'a');
}

describe('changeOf', () => {
  it('leaves the secret alone while its field is empty', () => {
    expect(sent({ name: 'Corporation', 'oidc.clientSecret': '' })).toEqual({
      body: { name: 'Corporation' },
      updateMask: ['name'],
      etag: '"1"',
    });
  });

  it('sends a new secret, and removes a cleared one', () => {
    expect(sent({ 'oidc.clientSecret': 'new' }).body).toEqual({ oidc: { clientSecret: 'new' } });
    const { body, updateMask } = sent({ 'oidc.clientSecret': undefined });
    expect(updateMask).toEqual(['oidc.clientSecret']);
    expect(JSON.stringify(body)).not.toContain('clientSecret');
  });

  it('sends scopes as a list, and an empty one where none are left', () => {
    expect(sent({ 'oidc.additionalScopes': ' groups  y ' }).body).toEqual({
      oidc: { additionalScopes: ['groups', 'y'] },
    });
    expect(sent({ 'oidc.additionalScopes': '' }).body).toEqual({ oidc: { additionalScopes: [] } });
  });

  it('clears the default role', () => {
    expect(sent({ defaultRole: undefined })).toMatchObject({
      body: {},
      updateMask: ['defaultRole'],
    });
  });
});

describe('role rules', () => {
  const rules = [
    { claim: 'groups', value: 'admins', roleUid: 'r', groupUid: 'a' },
    { claim: 'team', pattern: 'x.*', roleUid: 's', groupUid: 'a/c' },
  ];

  it('come back from the form as they were', () => {
    const { roleRules } = valuesOf({ ...PROVIDER, roleRules: rules });
    expect(roleRules.map(({ groupUid, isPattern }) => [groupUid, isPattern])).toEqual([
      ['', false],
      ['a/c', true],
    ]);
    expect(sent({ roleRules })).toMatchObject({
      body: { roleRules: rules },
      updateMask: ['roleRules'],
    });
  });
});

describe('creationOf', () => {
  it('always has an OIDC part', () => {
    expect(creationOf({}, 'a')).toEqual({ oidc: {} });
    expect(creationOf(pickMask(NEW_PROVIDER, ['name', 'oidc.issuer']), 'a')).toEqual({
      name: '',
      oidc: { issuer: '' },
    });
  });
});

describe('withScopesAsOne', () => {
  it('reports the problem of a scope at the field of all scopes', async () => {
    const refused = new ApiRequestError(400, {
      code: 3,
      message: 'Invalid argument',
      details: [
        {
          '@type': 'type.googleapis.com/google.rpc.BadRequest',
          fieldViolations: [
            { field: 'oidc.additionalScopes.1', description: 'must be a scope' },
            { field: 'name', description: 'is required' },
          ],
        },
      ],
    });
    await expect(withScopesAsOne(Promise.reject(refused))).rejects.toMatchObject({
      violations: {
        'oidc.additionalScopes': 'must be scopes separated by spaces',
        name: 'is required',
      },
    });
  });
});
