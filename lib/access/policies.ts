/**
 * What organizations ask of whoever uses them. A caller who does not meet a policy reaches nothing
 * in that organization. Other organizations decide for themselves.
 */
import type { PreconditionViolation } from '#lib/aip/errors.ts';
import { networks, type Networks } from '#lib/net/networks.ts';
import { isWriting, type Capability } from '#lib/resources/capabilities.ts';
import type { PolicySettings, UnmetType } from '#lib/resources/policy.ts';

/** A policy, with the uid of its root group. */
export type Policy = PolicySettings & { uid: string };

/** The sign-in with which a session began. */
export interface SignIn {
  /** When the person last proved who they are, in milliseconds since 1970. */
  time: number;
  /** The longest time without a request since then, in milliseconds. */
  longestPause: number;
  /** Whether it took an account of the installation, with a password or a passkey. */
  isOwnAccount: boolean;
  secondFactor: boolean;
  passkey: boolean;
  /** Since when that passkey counts, in milliseconds since 1970; null if none was shown. */
  passkeySince: number | null;
}

export interface Circumstances {
  /** The client's address; anything else for one that is not known. */
  address: string;
  /** Absent for tokens and keys. */
  signIn?: SignIn | undefined;
}

/** By the list of a policy, which is kept as long as nothing changes access. */
const compiled = new WeakMap<readonly string[], Networks>();

/** The networks of the console are for sessions, and those of the API for all other credentials. */
function allowsNetwork(policy: Policy, { address, signIn }: Circumstances): boolean {
  const blocks = signIn === undefined ? policy.apiNetworks : policy.consoleNetworks;
  if (blocks.length === 0) return true;
  const allowed = compiled.get(blocks) ?? networks(blocks);
  compiled.set(blocks, allowed);
  return allowed.has(address);
}

/** False if the policy asks for a passkey and the sign-in was without one. */
function hasPasskey({ passkeyRequired }: Pick<Policy, 'passkeyRequired'>, signIn: SignIn) {
  return !passkeyRequired || !signIn.isOwnAccount || signIn.passkey;
}

/**
 * True if the policy turns passwords off and the session has shown nothing but one. A passkey that was
 * added since does not count: whoever knows the password could have added it.
 */
export function isByPassword(
  { passwordsOffTime }: Pick<Policy, 'passwordsOffTime'>,
  { isOwnAccount, passkeySince }: SignIn,
): boolean {
  if (passwordsOffTime === null || !isOwnAccount) return false;
  return passkeySince === null || passkeySince > passwordsOffTime.getTime();
}

interface Unmet extends PreconditionViolation {
  type: UnmetType;
}

/**
 * The unmet conditions of the policy. From a network that is not allowed, nobody learns the other
 * conditions.
 *
 * @param held what the caller could do in the organization otherwise.
 * @param providers the names of the identity providers that the caller has to sign in through, if a
 *   password is all that was shown; none where the password will do.
 */
export function unmetOf(
  policy: Policy,
  circumstances: Circumstances,
  held: Iterable<Capability>,
  { providers = [], now = Date.now() }: { providers?: readonly string[]; now?: number } = {},
): Unmet[] {
  const { uid: subject, secondFactor, sessionIdle, sessionAbsolute } = policy;
  if (!allowsNetwork(policy, circumstances)) {
    const description = 'the organization does not allow access from this network';
    return [{ type: 'NETWORK_NOT_ALLOWED', subject, description }];
  }
  const { signIn } = circumstances;
  if (signIn === undefined) return [];
  if (providers.length > 0 && isByPassword(policy, signIn)) {
    const through = new Intl.ListFormat('en', { type: 'disjunction' }).format(providers);
    const description = `the organization does not allow passwords; sign in through ${through}, or with a passkey from before passwords were turned off`;
    // A new sign-in in one of these ways meets every other condition as well.
    return [{ type: 'PASSWORD_NOT_ALLOWED', subject, description }];
  }
  const unmet: Unmet[] = [];
  const isTooOld = sessionAbsolute !== null && now - signIn.time >= sessionAbsolute * 1000;
  const wasIdle = sessionIdle !== null && signIn.longestPause >= sessionIdle * 1000;
  if (isTooOld || wasIdle) {
    const why = isTooOld ? 'is too old' : 'was idle for too long';
    const description = `the session ${why} for the organization; confirm that it is you, or sign in again`;
    unmet.push({ type: 'SESSION_TOO_OLD', subject, description });
  }
  if (!hasPasskey(policy, signIn)) {
    const description =
      'the organization asks for a passkey; add one, or confirm with the one you have that it is you';
    // A passkey is a second factor as well.
    return [...unmet, { type: 'PASSKEY_REQUIRED', subject, description }];
  }
  const isAsked =
    secondFactor === 'EVERYONE' || (secondFactor === 'WRITERS' && [...held].some(isWriting));
  if (isAsked && signIn.isOwnAccount && !signIn.secondFactor) {
    const description =
      'the organization asks for a second factor; add one, or sign in again with the one you have';
    unmet.push({ type: 'SECOND_FACTOR_REQUIRED', subject, description });
  }
  return unmet;
}
