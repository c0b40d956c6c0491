/** Accounts of one organization that another one names. */
import { aboutResource, ok } from './answers.ts';
import { register, type Organization } from './organizations.ts';
import { bind, roleUidOf } from './people.ts';
import type { Answer, CallOptions, Json, TestGrove } from '../harness.ts';

const IAM = '/iam/v2beta1';

/** The organizations of a caller, by the uid of their root groups. */
export async function organizationsOf(
  grove: TestGrove,
  by: CallOptions,
): Promise<Record<string, Json>> {
  const { organizations } = ok(await grove.get('/auth/v1/me', by));
  return Object.fromEntries((organizations as Json[]).map((one) => [one['groupUid'], one]));
}

/** Names an account in the organization, with a role at its root. */
export async function name(
  grove: TestGrove,
  by: Organization,
  account: string,
  role = 'editor',
): Promise<string> {
  const uid = await register(grove, by, { issuer: grove.url, subject: account });
  await bind(grove, by.root, uid, role, by);
  return uid;
}

export const confirm = (grove: TestGrove, uid: string, by: CallOptions): Promise<Answer> =>
  grove.post(`${IAM}/identities:confirm`, { uid }, by);

export const leave = (grove: TestGrove, groupUid: string, by: CallOptions): Promise<Answer> =>
  grove.post(`${IAM}/identities:leave`, { groupUid }, by);

/** The uids of the groups that the caller lists. */
export async function groupsOf(grove: TestGrove, by: CallOptions): Promise<string[]> {
  const { groups } = ok(await grove.get(`${IAM}/groups?page_size=200`, by));
  return (groups as Json[]).map(({ uid }) => String(uid));
}

export function unknownIdentity(answer: Answer, uid: string): void {
  aboutResource(answer, 'NOT_FOUND', 'Identity', uid);
}

/** A key of the identity, as its organization makes it. */
export async function keyOf(grove: TestGrove, by: Organization, uid: string): Promise<string> {
  const body = { name: `key of ${uid.slice(-8)}`, identityUid: uid, ttl: '3600s' };
  return String(ok(await grove.post(`${IAM}/identityKeys/${by.root}`, body, by))['key']);
}

/** A code that lets anybody join the organization. */
export async function inviteTo(grove: TestGrove, by: Organization): Promise<string> {
  const body = { roleUid: roleUidOf('viewer'), ttl: '3600s' };
  return String(ok(await grove.post(`${IAM}/groupInvites/${by.root}`, body, by))['code']);
}
