import type {
  Caller_OrganizationJson,
  Caller_PrincipalJson,
  CallerJson,
} from '#lib/generated/proto/grove/auth/v1/account_pb.js';
import type { SetUpRequestJson } from '#lib/generated/proto/grove/auth/v1/sign_in_pb.js';
import { getQuery } from '#lib/client/get-query.ts';
import { post } from '#lib/client/api.ts';
import { rootOf } from '#lib/client/paths.ts';
import type { Answered, Group, Identity, RoleBinding } from '#lib/client/resources/wire.ts';
import type { MayBeAbsent } from '#lib/resources/absent.ts';

/** An organization that the caller is in, or that names the caller, who has not joined it. */
export type OwnOrganization = Answered<Caller_OrganizationJson, MayBeAbsent<'CallerOrganization'>>;

/** The response of `GET /auth/v1/me`. */
export type Caller = Answered<
  CallerJson,
  never,
  {
    principal: Answered<Caller_PrincipalJson, MayBeAbsent<'CallerPrincipal'>>;
    organizations: OwnOrganization[];
    identities: Identity[];
    roleBindings: RoleBinding[];
    topGroups: Group[];
    /** Capabilities by the uid of each group at which the caller has a binding. */
    capabilities: Record<string, string[]>;
  }
>;

/** Identifies one of the people who share a browser, for what it keeps for each. */
export const personOf = (caller: Caller | undefined): string =>
  caller ? `${caller.principal.issuer} ${caller.principal.subject}` : '';

/** The organization that a page shows: that of its group, or the first one of the caller. */
export function rootShown(group: string | null, caller: Caller | undefined): string | undefined {
  const shown = group ?? caller?.topGroups[0]?.uid;
  return shown && rootOf(shown);
}

/** The key of how many requests wait for the person. The frame shows it, and reads it after the page. */
export const WAITING_COUNT = ['me', 'count'];

export type SetupBody = Required<SetUpRequestJson>;

/**
 * The signed-in person, with their top groups and capabilities. It fails with status 401 for
 * nobody.
 */
export const currentCaller = () => getQuery<Caller>(['me'], '/auth/v1/me');

export const setUp = (body: SetupBody) => post<{ group: Group }>('/auth/v1/setup', body);
