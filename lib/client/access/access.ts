/** The API's two questions about access. */
import { queryOptions } from '@tanstack/react-query';
import { askedOf } from '#lib/client/access/capability-choices.ts';
import { call, post } from '#lib/client/api.ts';
import { uniqueRows } from '#lib/client/resources/unique.ts';
import type { Answered, RoleBinding } from '#lib/client/resources/wire.ts';
import type {
  ExplainAccessResponse_CapabilityGrantJson,
  ExplainAccessResponseJson,
  WhoCanResponseJson,
} from '#lib/generated/proto/grove/iam/v2beta1/access_pb.js';

type Explained = Answered<
  ExplainAccessResponseJson,
  'blocked' | 'unconfirmed' | 'expirationTime',
  {
    roleBindings: RoleBinding[];
    comingRoleBindings: RoleBinding[];
    capabilities: Answered<ExplainAccessResponse_CapabilityGrantJson, 'expirationTime'>[];
  }
>;

export type Verdict = Omit<Explained, 'capabilities'>;

export type Holdings = Omit<Explained, 'capability' | 'allowed'>;

export type WhoCan = Answered<WhoCanResponseJson, never, { roleBindings: RoleBinding[] }>;

interface Question {
  identityUid: string;
  groupUid: string;
}

const EXPLAIN = '/iam/v2beta1/access:explain';

const whoCanPath = (groupUid: string, capability: string) =>
  `/iam/v2beta1/access:whoCan?${new URLSearchParams({ group_uid: groupUid, capability })}`;

/** The request behind `explainQuery`, or without a capability behind `holdingsQuery`. */
export const explainRequest = (question: Question & { capability?: string }) => ({
  method: 'POST',
  path: EXPLAIN,
  body: question,
});

export const whoCanRequest = (groupUid: string, capability: string) => ({
  method: 'GET',
  path: whoCanPath(groupUid, capability),
});

const explain = <T>(body: object, signal: AbortSignal) => post<T>(EXPLAIN, body, signal);

export const explainQuery = (question: Question & { capability: string }) =>
  queryOptions({
    queryKey: ['access', 'explain', question],
    queryFn: ({ signal }) => explain<Verdict>(question, signal),
  });

/** Every capability of the identity at a group, and the bindings that grant each. */
export const holdingsQuery = (question: Question) =>
  queryOptions({
    queryKey: ['access', 'holdings', question],
    queryFn: ({ signal }) => explain<Holdings>(question, signal),
  });

/** The role bindings that give a capability at a group, those at groups above included. */
export const whoCanQuery = (groupUid: string, capability: string) =>
  queryOptions({
    queryKey: ['access', 'whoCan', groupUid, capability],
    queryFn: async ({ signal }) => {
      const answers = await Promise.all(
        askedOf(capability).map((one) => call<WhoCan>(whoCanPath(groupUid, one), { signal })),
      );
      return { ...together(answers), capability, groupUid };
    },
  });

/** Who is in any of the answers. Of bindings out of sight only their number is known. */
function together(answers: readonly WhoCan[]): Omit<WhoCan, 'capability' | 'groupUid'> {
  const roleBindings = uniqueRows(answers.flatMap((answer) => answer.roleBindings));
  const identities = new Set(roleBindings.map(({ identity }) => identity.uid));
  return {
    roleBindings,
    identityCount: Math.max(identities.size, ...answers.map((answer) => answer.identityCount)),
    hidden: Math.max(...answers.map((answer) => answer.hidden)),
    truncated: answers.some((answer) => answer.truncated),
  };
}
