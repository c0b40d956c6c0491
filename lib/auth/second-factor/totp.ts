/**
 * The codes of authenticator apps: TOTP with SHA-1, 6 digits and 30 s, which every app can compute.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6238
 */
import { generateSecret, generateURI, verifySync } from 'otplib/functional';

const STEP_S = 30;
/** RFC 6238, 5.2: one step for a clock that is late, one for a code typed slowly. */
const WINDOW_STEPS = 1;

/** 160 random bits as base32, the length that RFC 4226 recommends. */
export const newTotpSecret = (): string => generateSecret();

/**
 * What an authenticator app reads from a QR code.
 *
 * @param issuer the name of the installation, as the app shows it.
 * @see https://github.com/google/google-authenticator/wiki/Key-Uri-Format
 */
export function totpAddress(secret: string, issuer: string, email: string): string {
  // A colon separates the two in the label.
  return generateURI({ issuer: issuer.replaceAll(':', ' '), label: email, secret });
}

/**
 * The time step of a right code; null if the code is wrong.
 *
 * @param after the step of the last accepted code: a code counts once, and none before it.
 */
export function acceptedStep(
  secret: string,
  code: string,
  after: number | null,
  now = Date.now(),
): number | null {
  const token = code.replace(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return null;
  const result = verifySync({
    secret,
    token,
    epoch: Math.floor(now / 1000),
    period: STEP_S,
    epochTolerance: WINDOW_STEPS * STEP_S,
  });
  if (!result.valid || !('timeStep' in result)) return null;
  return after === null || result.timeStep > after ? result.timeStep : null;
}
