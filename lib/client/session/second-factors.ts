/** The person's authenticator apps, passkeys and recovery codes. */
import { queryOptions } from '@tanstack/react-query';
import { call } from '#lib/client/api.ts';

/** An authenticator app or passkey. Times are RFC 3339. */
export interface SecondFactor {
  uid: string;
  name: string;
  createTime: string;
  lastUsedTime?: string;
}

export interface SecondFactors {
  authenticatorApps: SecondFactor[];
  passkeys: SecondFactor[];
  recoveryCodesLeft: number;
}

/** An app that is being added. Shown once. */
export interface BegunApp {
  uid: string;
  secret: string;
  /** The same as `otpauth:` address, as an SVG picture. */
  qrCode: string;
}

/** Shown once. They count once they are confirmed. */
export interface RecoveryCodes {
  batch: string;
  recoveryCodes: string[];
}

export const RECOVERY_CODES = 10;

export const secondFactors = () =>
  queryOptions({
    queryKey: ['secondFactors'],
    queryFn: ({ signal }) => call<SecondFactors>('/auth/v1/secondFactors', { signal }),
  });

const post = <T>(path: string, body: object) =>
  call<T>(`/auth/v1/${path}`, { method: 'POST', body });

/** The secret of the new app is shown once. The app counts after it was verified. */
export const beginApp = (name: string) => post<BegunApp>('authenticatorApps', { name });

/** @returns recovery codes if there were none: the app counts once they are confirmed. */
export const verifyApp = (uid: string, code: string) =>
  post<Partial<RecoveryCodes>>('authenticatorApps:verify', { uid, code });

export const removeApp = (uid: string) => post<object>('authenticatorApps:remove', { uid });

export const renameApp = (uid: string, name: string) =>
  post<object>('authenticatorApps:rename', { uid, name });

/** Ten codes, shown once. The earlier ones count until these are confirmed. */
export const newRecoveryCodes = () => post<RecoveryCodes>('recoveryCodes', {});

export const confirmRecoveryCodes = (batch: string) =>
  post<object>('recoveryCodes:confirm', { batch });
