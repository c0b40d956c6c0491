import { describe, expect, it } from 'vitest';
import {
  type AssociationValues,
  BLANK,
  changeOf,
  valuesOf,
} from '#app/(console)/groups/[group]/association/association-values.ts';
import { changedMask, pickMask, withValueAt } from '#lib/client/resources/changed-mask.ts';
import type { AccountAssociation } from '#lib/client/resources/resources.ts';

const TENANT = '00000000-0000-0000-0000-000000000001';

const ASSOCIATION: AccountAssociation = {
  uid: 'a/b',
  name: 'clouds',
  description: '',
  amazon: { account: '123456789012' },
  azure: { tenantId: TENANT, clientIds: { 'ingester.v1': TENANT } },
  createTime: '',
  updateTime: '',
};

/** The request after these paths were set in the editor. */
function sent(changes: Readonly<Record<string, unknown>>) {
  const base = valuesOf(ASSOCIATION);
  const values = Object.entries(changes).reduce<AssociationValues>(
    (at, [path, value]) => withValueAt(at, path, value),
    base,
  );
  const updateMask = changedMask(base, values);
  return changeOf({ body: pickMask(values, updateMask), updateMask, etag: null });
}

const row = (component: string, clientId = TENANT) => ({ component, clientId });

describe('changeOf', () => {
  it('sends one changed field of an account', () => {
    expect(sent({ 'amazon.account': '210987654321' })).toMatchObject({
      body: { amazon: { account: '210987654321' } },
      updateMask: ['amazon.account'],
    });
  });

  it('adds a whole account, and removes one', () => {
    expect(sent({ github: { ...BLANK.github, name: 'acme' }, amazon: undefined })).toMatchObject({
      body: { github: { installationId: '', name: 'acme' } },
      updateMask: ['amazon', 'github'],
    });
  });

  it('sends client ids as an object, whose names may have dots', () => {
    expect(sent({ 'azure.rows': [row('ingester.v1'), row('a.b'), row('', '')] })).toMatchObject({
      body: { azure: { clientIds: { 'ingester.v1': TENANT, 'a.b': TENANT } } },
      updateMask: ['azure.clientIds'],
    });
    expect(sent({ 'azure.tenantId': 'x' }).body).toEqual({ azure: { tenantId: 'x' } });
  });

  it('refuses client ids without a component, or of one twice', () => {
    expect(() => sent({ 'azure.rows': [row('')] })).toThrow('not complete');
    expect(() => sent({ 'azure.rows': [row('a'), row('a')] })).toThrow('not complete');
  });
});
