/** Passkeys in the browser. What speaks to devices is loaded where somebody uses one. */
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { call, post } from '#lib/client/api.ts';
import type { NewRecoveryCodes } from '#lib/client/session/second-factors.ts';

const devices = () => import('@simplewebauthn/browser');

const PATH = '/auth/v1/passkeys';

/** An IP address has no passkeys. */
const IP_ADDRESS = /^[\d.]+$|^\[/;

/** WebAuthn works at names only, not at IP addresses. */
export const canUsePasskeys = (): boolean =>
  'PublicKeyCredential' in window && !IP_ADDRESS.test(window.location.hostname);

/** Why the browser cannot use passkeys; null where it can. */
export function noPasskeysReason(): string | null {
  if (!window.isSecureContext) return 'Passkeys need an https address';
  return canUsePasskeys() ? null : 'This browser does not support passkeys here';
}

/** Whether the browser offers passkeys among the suggestions of a field. */
export async function canSuggestPasskeys(): Promise<boolean> {
  if (!canUsePasskeys()) return false;
  return (await PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false;
}

/** @returns recovery codes if there were none: the passkey counts once they are confirmed. */
export async function addPasskey(name: string): Promise<NewRecoveryCodes> {
  const { options } = await post<{ options: PublicKeyCredentialCreationOptionsJSON }>(PATH, {
    name,
  });
  const { startRegistration } = await devices();
  const credential = await startRegistration({ optionsJSON: options });
  return post(`${PATH}:verify`, { name, credential });
}

/**
 * What a passkey signs, for `signInWith`, the second step or `reauthenticate`.
 *
 * @param suggestion for a passkey among a field's suggestions: the signal ends the request to the
 *   server. Once the browser waits for the person, `stopAskingPasskey` ends it.
 */
export async function askPasskey(
  purpose: 'signIn' | 'secondStep' | 'reauthenticate',
  suggestion?: AbortSignal,
): Promise<AuthenticationResponseJSON> {
  const { options } = await call<{ options: PublicKeyCredentialRequestOptionsJSON }>(
    `${PATH}:${purpose}`,
    { signal: suggestion },
  );
  const { startAuthentication } = await devices();
  suggestion?.throwIfAborted();
  return startAuthentication({
    optionsJSON: options,
    useBrowserAutofill: suggestion !== undefined,
  });
}

/** Closes the question of the browser for a passkey. */
export async function stopAskingPasskey(): Promise<void> {
  (await devices()).WebAuthnAbortService.cancelCeremony();
}

const PROBLEMS: Readonly<Record<string, string>> = {
  NotAllowedError: 'No passkey was used. It was cancelled, or it took too long.',
  InvalidStateError: 'This device already has a passkey for your account.',
  NotSupportedError: 'This device cannot store a passkey. Try another one.',
  ConstraintError:
    'This device cannot check that it is you. Set a screen lock, or try another one.',
  SecurityError: 'Passkeys work only at the address of this installation.',
};

/** What went wrong between the browser and the device; null for any other error. */
export const deviceProblem = (error: unknown): string | null =>
  error instanceof Error ? (PROBLEMS[error.name] ?? null) : null;

/** Whether something else has ended it, such as another question for a passkey. */
export const isAborted = (error: unknown): boolean =>
  error instanceof Error && error.name === 'AbortError';
