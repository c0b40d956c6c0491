// @module-tag http
// @module-tag v1
import { expect } from 'vitest';
import { builtInRole } from '#lib/resources/built-in-roles.ts';
import { grove, it } from '../fixtures.ts';
import { ok, okEmpty, preconditions } from '../support/answers.ts';
import { bind, newGroup, newPerson } from '../support/people.ts';
import type { Person } from '../support/people.ts';

const WITHDRAWN = ['INVITE_WITHDRAWN'];

let group: string;

it.beforeAll(async () => {
  group = await newGroup(grove, grove.rootUid);
});

/** An owner of the group, their binding and an invite that they created. */
async function madeInvite(): Promise<{ maker: Person; binding: string; code: string }> {
  const maker = await newPerson(grove);
  const binding = String((await bind(grove, group, maker.uid, 'owner'))['uid']);
  const body = { roleUid: builtInRole('editor').uid, ttl: '3600s' };
  const made = await grove.post(`/iam/v2beta1/groupInvites/${group}`, body, { token: maker.token });
  return { maker, binding, code: String(ok(made)['code']) };
}

const preview = (code: string) => grove.post('/auth/v1/invites:preview', { code }, { token: null });

const accept = async (code: string) =>
  grove.post('/auth/v1/invites:accept', { code }, { token: (await newPerson(grove)).token });

it('an invite stops working with its creator’s binding, and works again with another one', async () => {
  const { maker, binding, code } = await madeInvite();
  ok(await preview(code));
  okEmpty(await grove.del(`/iam/v2beta1/roleBindings/${binding}`));
  expect(preconditions(await preview(code))).toEqual(WITHDRAWN);
  expect(preconditions(await accept(code))).toEqual(WITHDRAWN);
  await bind(grove, group, maker.uid, 'viewer');
  expect(preconditions(await accept(code))).toEqual(WITHDRAWN);
  await bind(grove, group, maker.uid, 'owner');
  ok(await accept(code));
});

it('an invite stops working when its creator’s identity is deleted', async () => {
  const { maker, code } = await madeInvite();
  okEmpty(await grove.del(`/iam/v2beta1/identities/${maker.uid}`));
  expect(preconditions(await accept(code))).toEqual(WITHDRAWN);
});
