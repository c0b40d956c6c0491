/** The domains that an organization claims. */
import type {
  DomainJson,
  Domain_StateJson,
} from '#lib/generated/proto/grove/iam/v2beta1/group_domain_pb.js';
import type { Answered } from '#lib/client/resources/wire.ts';
import type { MayBeAbsent } from '#lib/resources/absent.ts';
import { queryOptions } from '@tanstack/react-query';
import { call, post } from '#lib/client/api.ts';

/** A claimed domain, as `groups:listDomains` returns it, with the TXT record to publish. */
export type Domain = Answered<
  DomainJson,
  MayBeAbsent<'Domain'>,
  { state: Exclude<Domain_StateJson, 'STATE_UNSPECIFIED'> }
>;

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
