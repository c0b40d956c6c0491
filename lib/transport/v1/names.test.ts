import { expect, it } from 'vitest';
import type { ResourceType } from '#lib/resources/define.ts';
import { namesOfResource, renamed, renamedPath, v1Name } from './names.ts';
import { V1_RESOURCES } from './resources.ts';

function namesOf(type: ResourceType) {
  const definition = V1_RESOURCES.find((one) => one.type === type);
  if (definition === undefined) throw new Error(`${type} is not in v1`);
  return namesOfResource(definition);
}

it('renames what v1 called otherwise, and nothing else', () => {
  const names = ['uid', 'roleUid', 'uids', 'roleUids', 'createTime', 'lastSeenTime', 'keyId'];
  expect(names.map(v1Name)).toEqual([
    'id',
    'roleId',
    'uids',
    'roleIds',
    'createdAt',
    'lastSeenTime',
    'keyId',
  ]);
});

it('exchanges names, so that twice changes nothing', () => {
  const body = { id: 'a', uid: 'b', roleId: 'c', role: { uid: 'd', createTime: 'e' } };
  const other = { uid: 'a', id: 'b', roleUid: 'c', role: { id: 'd', createTime: 'e' } };
  expect(renamed(body, namesOf('RoleBinding'))).toEqual(other);
  expect(renamed(other, namesOf('RoleBinding'))).toEqual(body);
});

it('reaches into lists of objects, and not into the keys of maps', () => {
  const event = { uid: 'e', createTime: 't', detection: { manual: {} } };
  expect(renamed({ uid: 'a', events: [event] }, namesOf('Advisory'))).toEqual({
    id: 'a',
    events: [{ id: 'e', createdAt: 't', detection: { manual: {} } }],
  });
  const claimMatch = { claims: { uid: 'x', createTime: 'y' } };
  expect(renamed({ claimMatch }, namesOf('Identity'))).toEqual({ claimMatch });
});

it('renames paths', () => {
  expect(renamedPath('role.uid', namesOf('RoleBinding'))).toBe('role.id');
  expect(renamedPath('claimMatch.claims.uid', namesOf('Identity'))).toBe('claimMatch.claims.uid');
});
