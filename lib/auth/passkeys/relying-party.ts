/**
 * This installation as a relying party of WebAuthn. Passkeys are made for the host of its address
 * and work there only.
 */
import { config } from '#lib/config.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import type { AssertionAnswer, CreationAnswer } from './answers.ts';
import { LIFETIME_MS } from './challenges.ts';

/** Loaded at the first use: it takes a second, and few processes ever need it. */
const server = () => import('@simplewebauthn/server');

const relyingPartyId = () => new URL(config().url).hostname;

/** Ed25519, ES256 and RS256, of which every device has one. */
const ALGORITHMS = [-8, -7, -257];

type Passkey = RowOf<'Passkey'>;

const described = ({ credentialId, transports }: Passkey) => ({
  id: credentialId,
  transports: transports === '' ? [] : transports.split(','),
});

const toBytes = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'));
const toText = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');

/**
 * The options of `navigator.credentials.create` as JSON.
 *
 * @param asked `userHandle` is base64url; `known` are the passkeys that the device must not add again.
 */
export async function creationOptions(asked: {
  challenge: Uint8Array<ArrayBuffer>;
  email: string;
  userHandle: string;
  known: readonly Passkey[];
}) {
  const { generateRegistrationOptions } = await server();
  return generateRegistrationOptions({
    rpName: config().installation.name ?? 'Grove',
    rpID: relyingPartyId(),
    userName: asked.email,
    userDisplayName: asked.email,
    userID: toBytes(asked.userHandle),
    challenge: asked.challenge,
    timeout: LIFETIME_MS,
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: asked.known.map(described),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

export type NewCredential = Pick<Passkey, 'credentialId' | 'publicKey' | 'counter' | 'transports'>;

/** Null unless the answer is right for the challenge. */
export async function verifiedCreation(
  answer: CreationAnswer,
  challenge: string,
): Promise<NewCredential | null> {
  if (await hasCertificates(answer)) return null;
  const { verifyRegistrationResponse } = await server();
  const result = await verifyRegistrationResponse({
    response: answer,
    expectedChallenge: challenge,
    expectedOrigin: config().url,
    expectedRPID: relyingPartyId(),
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(refused);
  const credential = result?.registrationInfo?.credential;
  if (credential === undefined) return null;
  return {
    credentialId: credential.id,
    publicKey: toText(credential.publicKey),
    counter: BigInt(credential.counter),
    transports: answer.response.transports.join(','),
  };
}

/**
 * Browsers leave the maker's certificates out, as they are asked to. The library would fetch lists
 * of revoked ones from addresses that a certificate names.
 */
async function hasCertificates({ response }: CreationAnswer): Promise<boolean> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers');
  try {
    const decoded = decodeAttestationObject(toBytes(response.attestationObject));
    const format = decoded.get('fmt');
    const hasNone = format === 'packed' && decoded.get('attStmt').get('x5c') === undefined;
    return format !== 'none' && !hasNone;
  } catch {
    return true;
  }
}

/** The options of `navigator.credentials.get` as JSON. */
export async function requestOptions(asked: {
  challenge: Uint8Array<ArrayBuffer>;
  /** The passkeys that may be used; any if absent. */
  known?: readonly Passkey[];
  /** As in {@link verifiedAssertion}. By default true if `known` is absent. */
  isAlone?: boolean;
}) {
  const { generateAuthenticationOptions } = await server();
  return generateAuthenticationOptions({
    rpID: relyingPartyId(),
    challenge: asked.challenge,
    timeout: LIFETIME_MS,
    userVerification: (asked.isAlone ?? asked.known === undefined) ? 'required' : 'preferred',
    ...(asked.known !== undefined && { allowCredentials: asked.known.map(described) }),
  });
}

/**
 * The signature counter of a right answer; null if the answer is wrong.
 *
 * @param expected.isAlone whether no password was asked for: the device has to know the person, and
 *   to name the account.
 */
export async function verifiedAssertion(
  answer: AssertionAnswer,
  expected: { challenge: string; passkey: Passkey; userHandle: string | null; isAlone: boolean },
): Promise<bigint | null> {
  const { verifyAuthenticationResponse } = await server();
  const { userHandle, ...response } = answer.response;
  const result = await verifyAuthenticationResponse({
    response: { ...answer, response },
    expectedChallenge: expected.challenge,
    expectedOrigin: config().url,
    expectedRPID: relyingPartyId(),
    requireUserVerification: expected.isAlone,
    credential: {
      id: expected.passkey.credentialId,
      publicKey: toBytes(expected.passkey.publicKey),
      // The counter is compared later, in the transaction that stores the new one.
      counter: 0,
    },
  }).catch(refused);
  const isOwners = userHandle === expected.userHandle || (userHandle == null && !expected.isAlone);
  return result?.verified && isOwners ? BigInt(result.authenticationInfo.newCounter) : null;
}

/** The library throws for a flawed response, and all of the response comes from the caller. */
const refused = () => null;
