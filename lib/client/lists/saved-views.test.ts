import { describe, expect, it } from 'vitest';
import { type ListOffer, readListState } from '#lib/client/lists/list-state.ts';
import {
  addressOfView,
  isSameQuery,
  queryOfState,
  searchOfView,
} from '#lib/client/lists/saved-views.ts';
import type { SavedView } from '#lib/client/resources/wire.ts';

const LIST: ListOffer = {
  orders: ['severity', 'updated_at'],
  orderBy: 'severity desc',
  filters: [{ kind: 'text', param: 'severities', label: 'Severity', isMultiple: true }],
};

const GROUP = 'a'.repeat(40);
const VIEW: SavedView = {
  uid: `${GROUP}/${'1'.repeat(16)}`,
  name: 'Critical',
  collection: 'advisories',
  shared: true,
  scope: 'BELOW',
  filters: [{ parameter: 'severities', values: ['CRITICAL', 'HIGH'] }],
  orderBy: 'updated_at desc',
  columns: [],
  createTime: '',
  updateTime: '',
};
const read = (view: SavedView) => readListState(searchOfView(view), LIST);

describe('a saved view', () => {
  it('is an address, and what that shows is the view', () => {
    expect(addressOfView(VIEW)).toMatch(new RegExp(`^/groups/${GROUP}/advisories\\?view=`));
    const state = read(VIEW);
    expect(state).toMatchObject({
      savedView: VIEW.uid,
      scope: 'below',
      orderBy: 'updated_at desc',
    });
    expect(isSameQuery(queryOfState(state), VIEW)).toBe(true);
  });

  it('differs in scope, order and filters, and not in their sequence', () => {
    const { scope, filters, orderBy } = VIEW;
    const turned = [{ parameter: 'severities', values: ['HIGH', 'CRITICAL'] }];
    expect(isSameQuery({ scope, filters: turned, orderBy }, VIEW)).toBe(true);
    expect(isSameQuery({ scope: 'IN', filters, orderBy }, VIEW)).toBe(false);
    expect(isSameQuery({ scope, filters: [], orderBy }, VIEW)).toBe(false);
    expect(isSameQuery({ scope, filters, orderBy: '' }, VIEW)).toBe(false);
  });

  it('keeps a whole name, and no pasted uid', () => {
    const state = { ...read(VIEW), name: 'x', filters: { 'uidp.ids': [VIEW.uid] } };
    expect(queryOfState(state).filters).toEqual([{ parameter: 'name', values: ['x'] }]);
  });

  it('of tags leads to the repositories', () => {
    expect(addressOfView({ ...VIEW, collection: 'tags' })).toBe(`/groups/${GROUP}/repos`);
  });
});
