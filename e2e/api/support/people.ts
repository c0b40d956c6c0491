/** Callers: identities of the installation's own issuer, with tokens and bindings. */
import { builtInRole } from '#lib/resources/built-in-roles.ts';
import type { Json, TestGrove } from '../harness.ts';
import { ok } from './answers.ts';
import { newName } from './names.ts';

export interface Person {
  uid: string;
  token: string;
}

/** An identity in `group` with its own tokens and without any access. */
export async function newPerson(
  grove: TestGrove,
  group = grove.rootUid,
  by?: { token: string },
): Promise<Person> {
  const name = newName('person');
  const claimMatch = { issuer: 'https://people.example.com', subject: name };
  const identity = ok(
    await grove.post(`/iam/v2beta1/identities/${group}`, { name, claimMatch }, by),
  );
  const uid = String(identity['uid']);
  return { uid, token: await grove.token(uid) };
}

/** @param role a built-in role's name, or a uid. */
export function roleUidOf(role: string): string {
  return /^[0-9a-f]{40}/.test(role) ? role : builtInRole(role).uid;
}

export async function bind(
  grove: TestGrove,
  group: string,
  identityUid: string,
  role: string,
  by?: { token: string },
): Promise<Json> {
  const body = { identityUid, roleUid: roleUidOf(role) };
  return ok(await grove.post(`/iam/v2beta1/roleBindings/${group}`, body, by));
}

/** A new identity at the root, with the role at `group`. */
export async function personWith(grove: TestGrove, role: string, group: string): Promise<Person> {
  const person = await newPerson(grove);
  await bind(grove, group, person.uid, role);
  return person;
}

/**
 * Somebody with an account of the installation, who joins the group by an invite.
 *
 * @param role a built-in role's name, or a uid.
 * @returns the uid of their identity.
 */
export async function join(
  grove: TestGrove,
  role: string,
  group: string,
  account: { email: string; password: string },
  by?: { token: string },
): Promise<string> {
  const invite = { roleUid: roleUidOf(role), ttl: '3600s' };
  const { code } = ok(await grove.post(`/iam/v2beta1/groupInvites/${group}`, invite, by));
  const person = { code, ...account, name: account.email };
  const joined = ok(await grove.post('/auth/v1/invites:accept', person, { token: null }));
  return String((joined['identity'] as Json)['uid']);
}

/** A role with these capabilities in the root group. */
export async function newRole(grove: TestGrove, capabilities: readonly string[]): Promise<string> {
  const name = newName('role');
  const body = { name, capabilities };
  return String(ok(await grove.post(`/iam/v2beta1/roles/${grove.rootUid}`, body))['uid']);
}

/** A group below `parent`. */
export async function newGroup(
  grove: TestGrove,
  parent: string,
  name?: string,
  by?: { token: string },
): Promise<string> {
  const body = { name: name ?? newName('group') };
  return String(ok(await grove.post(`/iam/v2beta1/groups/${parent}`, body, by))['uid']);
}
