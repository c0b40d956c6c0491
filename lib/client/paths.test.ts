import { expect, test } from 'vitest';
import * as paths from './paths.ts';

const root = '6f9619ff8b86d011b42d00c04fc964ff67452301';
const child = `${root}/0123456789abcdef`;

test('every address of the console', () => {
  expect({
    overview: paths.groupPath(child),
    children: paths.groupPath(child, 'children'),
    new: paths.newGroupPath(child),
    edit: paths.editGroupPath(child),
    editInList: paths.editListedGroupPath(root, child),
    api: paths.groupApiPath(child),
  }).toMatchInlineSnapshot(`
    {
      "api": "/iam/v2beta1/groups/6f9619ff8b86d011b42d00c04fc964ff67452301/0123456789abcdef",
      "children": "/groups/6f9619ff8b86d011b42d00c04fc964ff67452301.0123456789abcdef/children",
      "edit": "/groups/6f9619ff8b86d011b42d00c04fc964ff67452301.0123456789abcdef/edit",
      "editInList": "/groups/6f9619ff8b86d011b42d00c04fc964ff67452301/children/6f9619ff8b86d011b42d00c04fc964ff67452301.0123456789abcdef/edit",
      "new": "/groups/6f9619ff8b86d011b42d00c04fc964ff67452301.0123456789abcdef/children/new",
      "overview": "/groups/6f9619ff8b86d011b42d00c04fc964ff67452301.0123456789abcdef",
    }
  `);
});

test('a uid survives the way through an address', () => {
  expect(paths.uidOfSegment(paths.segmentOfUid(child))).toBe(child);
});

test('the parent of a uid', () => {
  expect(paths.parentUid(child)).toBe(root);
  expect(paths.parentUid(root)).toBeNull();
});
