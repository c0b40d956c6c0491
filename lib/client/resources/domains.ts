/** The domains that an organization claims. */
import { queryOptions } from '@tanstack/react-query';
import { call } from '#lib/client/api.ts';

/** A claimed domain, as `groups:listDomains` returns it. */
export interface Domain {
  name: string;
  state: 'PENDING' | 'VERIFIED' | 'LOST';
  /** The TXT record to publish. */
  recordName: string;
  recordValue: string;
  checkResult: string;
  checkTime?: string;
  verifiedTime?: string;
  /** Since when the record of a verified domain is missing. */
  failingTime?: string;
}

/** @param root the root group. */
export const domainsQuery = (root: string) =>
  queryOptions({
    queryKey: ['domains', root],
    queryFn: async ({ signal }) => {
      const query = new URLSearchParams({ group_uid: root });
      const path = `/iam/v2beta1/groups:listDomains?${query}`;
      return (await call<{ domains: Domain[] }>(path, { signal })).domains;
    },
  });

const post = <Answer>(method: string, groupUid: string, name: string): Promise<Answer> =>
  call<Answer>(`/iam/v2beta1/groups:${method}`, { method: 'POST', body: { groupUid, name } });

export const claimDomain = (root: string, name: string) => post<Domain>('claimDomain', root, name);
export const checkDomain = (root: string, name: string) => post<Domain>('checkDomain', root, name);
export const releaseDomain = (root: string, name: string) =>
  post<unknown>('releaseDomain', root, name);
