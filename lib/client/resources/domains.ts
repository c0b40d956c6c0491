/** The domains that an organization claims. */
import { queryOptions } from '@tanstack/react-query';
import { call, post } from '#lib/client/api.ts';

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

export const claimDomain = (groupUid: string, name: string) =>
  post<Domain>('/iam/v2beta1/groups:claimDomain', { groupUid, name });
export const checkDomain = (groupUid: string, name: string) =>
  post<Domain>('/iam/v2beta1/groups:checkDomain', { groupUid, name });
export const releaseDomain = (groupUid: string, name: string) =>
  post<unknown>('/iam/v2beta1/groups:releaseDomain', { groupUid, name });
