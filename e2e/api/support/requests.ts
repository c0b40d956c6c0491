/** Request rules and access requests of tests. */
import { builtInRole } from '#lib/resources/built-in-roles.ts';
import type { Answer, Json, TestGrove } from '../harness.ts';
import { ok } from './answers.ts';
import { newName } from './names.ts';

export const REQUESTS = '/iam/v2beta1/accessRequests';
export const RULES = '/iam/v2beta1/requestRules';

type By = { token?: string; headers?: Record<string, string> };

const EDITOR = builtInRole('editor').uid;

/** A rule at the group by which viewers may ask for `editor`. */
export async function newRule(
  grove: TestGrove,
  group: string,
  fields: Json = {},
  by?: By,
): Promise<string> {
  const body = {
    name: newName('rule'),
    roles: [EDITOR],
    requesterRoles: [builtInRole('viewer').uid],
    maxDuration: '7200s',
    ...fields,
  };
  return String(ok(await grove.post(`${RULES}/${group}`, body, by))['uid']);
}

/** Asks for `editor` for an hour. */
export const ask = (
  grove: TestGrove,
  group: string,
  ruleUid: string,
  by: By,
  fields: Json = {},
): Promise<Answer> =>
  grove.post(
    `${REQUESTS}/${group}`,
    { ruleUid, roleUid: EDITOR, duration: '3600s', ...fields },
    by,
  );

/** A custom method on a request. */
export const on = (
  grove: TestGrove,
  method: string,
  uid: unknown,
  by: By,
  fields: Json = {},
): Promise<Answer> => grove.post(`${REQUESTS}:${method}`, { uid: String(uid), ...fields }, by);
