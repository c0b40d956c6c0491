/** The two questions about access that the API answers. */
import { queryOptions } from '@tanstack/react-query';
import { call } from '#lib/client/api.ts';
import type { RoleBinding } from '#lib/client/resources/resources.ts';

interface Granting {
  roleBindings: RoleBinding[];
  /** How many more there are at groups above what the caller may see. */
  hidden: number;
}

/** Whether an identity has one capability in a group. */
export interface Verdict extends Granting {
  capability: string;
  allowed: boolean;
}

/** All that an identity may do in a group. */
export interface Holdings extends Granting {
  capabilities: { capability: string; roleBindingUids: string[]; hidden: number }[];
}

export interface WhoCan extends Granting {
  identityCount: number;
  /** Whether there are more bindings than are told. */
  truncated: boolean;
}

interface Question {
  identityUid: string;
  groupUid: string;
}

const explain = <T>(body: object, signal: AbortSignal) =>
  call<T>('/iam/v2beta1/access:explain', { method: 'POST', body, signal });

export const explainQuery = (question: Question & { capability: string }) =>
  queryOptions({
    queryKey: ['access', 'explain', question],
    queryFn: ({ signal }) => explain<Verdict>(question, signal),
  });

export const holdingsQuery = (question: Question) =>
  queryOptions({
    queryKey: ['access', 'holdings', question],
    queryFn: ({ signal }) => explain<Holdings>(question, signal),
  });

export const whoCanQuery = (groupUid: string, capability: string) =>
  queryOptions({
    queryKey: ['access', 'whoCan', groupUid, capability],
    queryFn: ({ signal }) => {
      const query = new URLSearchParams({ group_uid: groupUid, capability });
      return call<WhoCan>(`/iam/v2beta1/access:whoCan?${query}`, { signal });
    },
  });
