import { getQuery } from '#lib/client/get-query.ts';
import { post } from '#lib/client/api.ts';
import type { Group } from '#lib/client/resources/queries.ts';
import type { RoleBinding } from '#lib/client/resources/resources.ts';

/** An organization that the caller is in, or that names the caller, who has not joined it. */
export interface OwnOrganization {
  groupUid: string;
  name: string;
  /** Those that it has verified. */
  domains: string[];
  /** The identity that represents the caller there; absent where only patterns match. */
  identityUid?: string;
  /** Since when it waits for the caller to join; absent once they have. */
  unconfirmedTime?: string;
  holdsAccount?: boolean;
}

/** The response of `GET /auth/v1/me`. */
export interface Caller {
  principal: {
    issuer: string;
    subject: string;
    email?: string;
    /** The provider's address for the caller, if another organization has its domain. */
    withheldEmail?: string;
    name?: string;
    via: string;
  };
  identities: { uid: string; name: string; emailUnverified?: boolean }[];
  organizations: OwnOrganization[];
  /** For the identities above; at most 200. */
  roleBindings: RoleBinding[];
  topGroups: Group[];
  /** What the caller may do with the installation itself: `system.view`, or nothing. */
  systemCapabilities: string[];
  unmetPolicies: { type: string; groupUid: string; description: string }[];
  /** Capabilities by the uid of each group at which the caller has a binding. */
  capabilities: Record<string, string[]>;
}

/** Identifies one of the people who share a browser, for what it keeps for each. */
export const personOf = (caller: Caller | undefined): string =>
  caller ? `${caller.principal.issuer} ${caller.principal.subject}` : '';

export interface SetupBody {
  token: string;
  name: string;
  ownerEmail: string;
  ownerPassword: string;
}

/**
 * The signed-in person, with their top groups and capabilities. It fails with status 401 for
 * nobody.
 */
export const currentCaller = () => getQuery<Caller>(['me'], '/auth/v1/me');

export const setUp = (body: SetupBody) => post<{ group: Group }>('/auth/v1/setup', body);
