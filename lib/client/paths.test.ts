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
    newIdentity: paths.newPath(child, 'identities'),
    identity: paths.resourcePath('identities', child),
    editIdentity: paths.editPath('identities', child, child),
    role: paths.rolePath(child, 'elsewhere'),
    builtInRole: paths.rolePath(root, child),
    compareRoles: paths.compareRolesPath(root),
    compareWithRole: paths.compareRolesPath(root, undefined, child),
    settings: paths.settingsPath('sessions'),
    join: paths.joinPath('grove-inv-1.a'),
    signIn: paths.signInPath('/join?code=a'),
    reference: paths.apiReferencePath(),
    operation: paths.apiReferencePath('ListGroups'),
    operationOfV1: paths.apiReferencePath('ListGroups', 'v1'),
    v1Callers: paths.v1CallersPath(root),
  }).toMatchInlineSnapshot(`
    {
      "builtInRole": "/groups/6f9619ff8b86d011b42d00c04fc964ff67452301.0123456789abcdef/roles/6f9619ff8b86d011b42d00c04fc964ff67452301",
      "children": "/groups/6f9619ff8b86d011b42d00c04fc964ff67452301.0123456789abcdef/children",
      "compareRoles": "/groups/6f9619ff8b86d011b42d00c04fc964ff67452301/roles/compare",
      "compareWithRole": "/groups/6f9619ff8b86d011b42d00c04fc964ff67452301/roles/compare?b=6f9619ff8b86d011b42d00c04fc964ff67452301%2F0123456789abcdef",
      "edit": "/groups/6f9619ff8b86d011b42d00c04fc964ff67452301.0123456789abcdef/edit",
      "editIdentity": "/groups/6f9619ff8b86d011b42d00c04fc964ff67452301.0123456789abcdef/identities/6f9619ff8b86d011b42d00c04fc964ff67452301.0123456789abcdef/edit",
      "editInList": "/groups/6f9619ff8b86d011b42d00c04fc964ff67452301/children/6f9619ff8b86d011b42d00c04fc964ff67452301.0123456789abcdef/edit",
      "identity": "/groups/6f9619ff8b86d011b42d00c04fc964ff67452301/identities/6f9619ff8b86d011b42d00c04fc964ff67452301.0123456789abcdef",
      "join": "/join#grove-inv-1.a",
      "new": "/groups/6f9619ff8b86d011b42d00c04fc964ff67452301.0123456789abcdef/children/new",
      "newIdentity": "/groups/6f9619ff8b86d011b42d00c04fc964ff67452301.0123456789abcdef/identities/new",
      "operation": "/api-reference?operation=ListGroups",
      "operationOfV1": "/api-reference?version=v1&operation=ListGroups",
      "overview": "/groups/6f9619ff8b86d011b42d00c04fc964ff67452301.0123456789abcdef",
      "reference": "/api-reference",
      "role": "/groups/6f9619ff8b86d011b42d00c04fc964ff67452301/roles/6f9619ff8b86d011b42d00c04fc964ff67452301.0123456789abcdef",
      "settings": "/settings/sessions",
      "signIn": "/sign-in?callbackUrl=%2Fjoin%3Fcode%3Da",
      "v1Callers": "/groups/6f9619ff8b86d011b42d00c04fc964ff67452301/activity/v1",
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
