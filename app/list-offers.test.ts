import { describe, expect, it } from 'vitest';
import { ACTIVITY_LIST } from '#app/(console)/groups/[group]/activity/activity-list-offer.ts';
import { ADVISORY_LIST } from '#app/(console)/groups/[group]/advisories/advisory-list-offer.ts';
import { IDENTITY_LIST } from '#app/(console)/groups/[group]/identities/identity-list-offer.ts';
import { INVITE_LIST } from '#app/(console)/groups/[group]/invites/invite-list-offer.ts';
import { KEY_LIST } from '#app/(console)/groups/[group]/keys/key-list-offer.ts';
import { TAG_LIST } from '#app/(console)/groups/[group]/repos/[repo]/tag-list-offer.ts';
import { SUBSCRIPTION_LIST } from '#app/(console)/groups/[group]/subscriptions/subscription-list-offer.ts';
import { bindingList, roleList } from '#lib/client/lists/access-lists.ts';
import { paramsOf } from '#lib/client/lists/filter-spec.ts';
import { type ListOffer, readListState } from '#lib/client/lists/list-state.ts';
import {
  ASSOCIATION_LIST,
  CHILD_LIST,
  PROVIDER_LIST,
  REPO_LIST,
} from '#lib/client/lists/named-lists.ts';
import { searchParams, UID_PARAM } from '#lib/client/lists/search-kinds.ts';
import type { ResourceType } from '#lib/resources/catalog.ts';
import { RESOURCES } from '#lib/resources/index.ts';

const ROOT = '0'.repeat(40);

/** The console's lists by type of resource; null for types without a list. */
const LISTS: Readonly<Record<ResourceType, ListOffer | null>> = {
  Group: CHILD_LIST,
  Identity: IDENTITY_LIST,
  Role: roleList(ROOT),
  RoleBinding: bindingList(ROOT),
  IdentityProvider: PROVIDER_LIST,
  AccountAssociation: ASSOCIATION_LIST,
  GroupInvite: INVITE_LIST,
  IdentityKey: KEY_LIST,
  Repo: REPO_LIST,
  Tag: TAG_LIST,
  Advisory: ADVISORY_LIST,
  RegistrySource: null,
  SavedView: null,
  Subscription: SUBSCRIPTION_LIST,
  RequestRule: null,
  AccessRequest: null,
  AuditEvent: ACTIVITY_LIST,
};

describe.each(RESOURCES.map((resource) => [resource.type, resource] as const))(
  'the list of %s',
  (type, { filters, orders }) => {
    const list = LISTS[type];
    const params = list === null ? [] : (list.filters ?? []).flatMap(paramsOf);

    it('has only filters and orders of the API', () => {
      const searched = searchParams(list?.search ?? []).filter((param) => param !== UID_PARAM);
      for (const param of [...params, ...searched]) expect(Object.keys(filters)).toContain(param);
      for (const order of list?.orders ?? []) expect(Object.keys(orders)).toContain(order);
    });

    it('keeps each of its filters in the address', () => {
      if (list === null) return;
      const address = new URLSearchParams(params.map((param) => [param, 'x']));
      expect(Object.keys(readListState(address, list).filters)).toEqual(params);
    });
  },
);
