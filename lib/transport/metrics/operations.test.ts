import { expect, it } from 'vitest';
import { operationOf } from './operations.ts';

it.each([
  ['GET', '/iam/v2beta1/groups', 'ListGroups'],
  ['GET', '/iam/v2beta1/groups?page_size=1', 'ListGroups'],
  ['HEAD', '/iam/v2beta1/groups/0a1b/2c3d', 'GetGroup'],
  ['POST', '/iam/v2beta1/groups/0a1b', 'CreateGroup'],
  ['PATCH', '/iam/v2beta1/roles/0a1b', 'UpdateRole'],
  ['DELETE', '/iam/v2beta1/roleBindings/0a1b', 'DeleteRoleBinding'],
  ['POST', '/vulnerabilities/v2beta1/advisories:import?group_uid=0a', 'ImportAdvisories'],
  ['PUT', '/iam/v2beta1/groups/0a1b', 'unknown'],
  ['PUT', '/iam/v1/groups/0a1b', 'UpdateGroup'],
  ['PATCH', '/iam/v1/groups/0a1b', 'unknown'],
  ['GET', '/iam/v1/groups?id=0a1b', 'ListGroups'],
  ['GET', '/iam/v1/groups/0a1b', 'unknown'],
  ['PATCH', '/iam/v2beta1/groupInvites/0a1b', 'unknown'],
  ['GET', '/iam/v2beta1/nothing', 'unknown'],
  ['GET', '/openapi-v1.json', 'openapi'],
  ['POST', '/sts/exchange', 'sts.Exchange'],
  ['POST', '/oauth/revoke', 'oauth.Revoke'],
  ['POST', '/oauth/introspect', 'oauth.Introspect'],
  ['POST', '/oauth/backchannelLogout', 'oauth.BackchannelLogout'],
  ['POST', '/auth/v1/password', 'signIn'],
  ['GET', '/groups/0a1b', 'page'],
  ['GET', '/%', 'page'],
])('names %s %s %s', (method, target, name) => {
  expect(operationOf(method, target)).toBe(name);
});
