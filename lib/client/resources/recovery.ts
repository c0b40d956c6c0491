/** How somebody with a password of this installation signs in, and help for them. */
import { post } from '#lib/client/api.ts';
import { getQuery } from '#lib/client/get-query.ts';
import type { Answered } from '#lib/client/resources/wire.ts';
import { identities } from '#lib/client/resources/resources.ts';
import type {
  ListPersonFactorsResponse_FactorJson,
  RemovePersonFactorsResponseJson,
  ResetPersonPasswordResponseJson,
} from '#lib/generated/proto/grove/iam/v2beta1/identities_pb.js';

type PersonFactor = Answered<ListPersonFactorsResponse_FactorJson, 'lastUsedTime'>;

/** The second factors of somebody else's account, as `identities:factors` returns them. */
export interface PersonFactors {
  authenticatorApps: PersonFactor[];
  passkeys: PersonFactor[];
  recoveryCodesLeft: number;
  /** Whether the caller may remove them and reset the password. */
  mayRecover: boolean;
}

export const personFactors = (uid: string) =>
  getQuery<PersonFactors>(['personFactors', uid], `${identities.collection}:factors`, {
    identity_uid: uid,
  });

export const removePersonFactors = (identityUid: string) =>
  post<Answered<RemovePersonFactorsResponseJson>>(`${identities.collection}:removeFactors`, {
    identityUid,
  });

/** @returns the link, unless it is sent to the person. */
export const resetPersonPassword = (identityUid: string) =>
  post<Answered<ResetPersonPasswordResponseJson, 'link'>>(
    `${identities.collection}:resetPassword`,
    { identityUid },
  );
