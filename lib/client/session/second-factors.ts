/** The person's authenticator apps, passkeys and recovery codes. */
import type {
  BeginAuthenticatorAppResponseJson,
  ListSecondFactorsResponseJson,
  NewRecoveryCodesJson,
  RecoveryCodesJson,
  SecondFactorJson,
} from '#lib/generated/proto/grove/auth/v1/second_factors_pb.js';
import type { Answered } from '#lib/client/resources/wire.ts';
import type { MayBeAbsent } from '#lib/resources/absent.ts';
import { getQuery } from '#lib/client/get-query.ts';
import { post } from '#lib/client/api.ts';

/** An authenticator app or passkey. */
export type SecondFactor = Answered<SecondFactorJson, MayBeAbsent<'SecondFactor'>>;

type SecondFactors = Answered<
  ListSecondFactorsResponseJson,
  never,
  Record<'authenticatorApps' | 'passkeys', SecondFactor[]>
>;

/** An app that is being added. Shown once. */
export type BegunApp = Answered<BeginAuthenticatorAppResponseJson>;

/** Shown once. They count once they are confirmed. */
export type RecoveryCodes = Answered<RecoveryCodesJson>;

/** The same for whoever had none; else nothing. */
export type NewRecoveryCodes = Answered<NewRecoveryCodesJson, MayBeAbsent<'NewRecoveryCodes'>>;

export const RECOVERY_CODES = 10;

export const secondFactors = () =>
  getQuery<SecondFactors>(['secondFactors'], '/auth/v1/secondFactors');

/** The secret of the new app is shown once. The app counts after it was verified. */
export const beginApp = (name: string) => post<BegunApp>('/auth/v1/authenticatorApps', { name });

/** @returns recovery codes if there were none: the app counts once they are confirmed. */
export const verifyApp = (uid: string, code: string) =>
  post<NewRecoveryCodes>('/auth/v1/authenticatorApps:verify', { uid, code });

const PATHS = { app: '/auth/v1/authenticatorApps', passkey: '/auth/v1/passkeys' } as const;

export type FactorKind = keyof typeof PATHS;

export const removeFactor = (kind: FactorKind, uid: string) =>
  post<object>(`${PATHS[kind]}:remove`, { uid });

export const renameFactor = (kind: FactorKind, uid: string, name: string) =>
  post<object>(`${PATHS[kind]}:rename`, { uid, name });

/** Ten codes, shown once. The earlier ones count until these are confirmed. */
export const newRecoveryCodes = () => post<RecoveryCodes>('/auth/v1/recoveryCodes', {});

export const confirmRecoveryCodes = (batch: string) =>
  post<object>('/auth/v1/recoveryCodes:confirm', { batch });
