/** Names of root groups, which reveal nothing about other organizations. */
import { expect } from 'vitest';
import { grove, it } from '../fixtures.ts';
import { failure, ok } from '../support/answers.ts';
import { newOrganization } from '../support/organizations.ts';
import type { Organization } from '../support/organizations.ts';
import { newGroup } from '../support/people.ts';

const GROUPS = '/iam/v2beta1/groups';

let acme: Organization;
let other: Organization;

it.beforeAll(async () => {
  acme = await newOrganization(grove);
  other = await newOrganization(grove);
  const renamed = { name: 'shop' };
  ok(await grove.patch(`${GROUPS}/${acme.root}`, renamed, acme));
});

it('may be those of root groups that their maker does not see', async () => {
  const body = { name: 'shop' };
  ok(await grove.patch(`${GROUPS}/${other.root}`, body, other));
  const made = ok(await grove.post(GROUPS, { name: 'organization 1' }, other));
  expect(made).toMatchObject({ name: 'organization 1' });
});

it('are distinct among those that their maker sees', async () => {
  failure(await grove.post(GROUPS, { name: 'shop' }, acme), 'ALREADY_EXISTS');
  const { uid } = ok(await grove.post(GROUPS, { name: 'market' }, acme));
  failure(await grove.patch(`${GROUPS}/${String(uid)}`, { name: 'shop' }, acme), 'ALREADY_EXISTS');
});

it('are distinct below a group, whoever sees what is there', async () => {
  await newGroup(grove, acme.root, 'taken', acme);
  failure(await grove.post(`${GROUPS}/${acme.root}`, { name: 'taken' }, acme), 'ALREADY_EXISTS');
});
