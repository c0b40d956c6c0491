/**
 * What organizations ask of whoever uses them. A caller who does not meet a policy reaches nothing
 * in that organization. Other organizations decide for themselves.
 */
import type { PreconditionViolation } from '#lib/aip/errors.ts';
import { networks } from '#lib/net/networks.ts';
import type { Networks } from '#lib/net/networks.ts';
import { isWriting } from '#lib/resources/capabilities.ts';
import type { Capability } from '#lib/resources/capabilities.ts';
import type { PolicySettings, UnmetType } from '#lib/resources/policy.ts';

/** A policy in the form in which requests are checked. */
export interface Policy extends Pick<
  PolicySettings,
  'secondFactor' | 'passkeyRequired' | 'sessionIdle' | 'sessionAbsolute'
> {
  /** The uid of the root group. */
  root: string;
  /** Null allows every network. */
  console: Networks | null;
  api: Networks | null;
}

/** What a session says of the sign-in that it began with. */
export interface SignIn {
  /** When the person last proved who they are, in milliseconds since 1970. */
  time: number;
  /** The longest time without a request since then, in milliseconds. */
  longestPause: number;
  /** Whether it took an account of the installation, with a password or a passkey. */
  isOwnAccount: boolean;
  /** Whether the person has shown a second factor in this session. */
  secondFactor: boolean;
  /** Whether the person has shown a passkey in this session. */
  passkey: boolean;
}

/** How a request is made. */
export interface Circumstances {
  /** The client's address; anything else for one that is not known. */
  address: string;
  /** Absent for tokens and keys. */
  signIn?: SignIn | undefined;
}

const allowed = (blocks: readonly string[]) => (blocks.length === 0 ? null : networks(blocks));

export function policyOf(root: string, settings: PolicySettings): Policy {
  const { secondFactor, passkeyRequired, sessionIdle, sessionAbsolute } = settings;
  const { consoleNetworks, apiNetworks } = settings;
  return {
    root,
    secondFactor,
    passkeyRequired,
    sessionIdle,
    sessionAbsolute,
    console: allowed(consoleNetworks),
    api: allowed(apiNetworks),
  };
}

/** Whether the policy allows the network of the request. */
export function allowsNetwork(policy: Policy, { address, signIn }: Circumstances): boolean {
  const from = signIn === undefined ? policy.api : policy.console;
  return from?.has(address) ?? true;
}

/** Whether the sign-in is one with a passkey, where the policy asks for that. */
export function hasPasskey({ passkeyRequired }: Pick<Policy, 'passkeyRequired'>, signIn: SignIn) {
  return !passkeyRequired || !signIn.isOwnAccount || signIn.passkey;
}

/** One thing that is missing. */
interface Unmet extends PreconditionViolation {
  type: UnmetType;
}

/**
 * What is missing for the policy. From a network that is not allowed, nobody learns what else the
 * policy asks for.
 *
 * @param held what the caller could do in the organization otherwise.
 */
export function unmetOf(
  policy: Policy,
  circumstances: Circumstances,
  held: Iterable<Capability>,
  now = Date.now(),
): Unmet[] {
  const { root: subject, secondFactor, sessionIdle, sessionAbsolute } = policy;
  if (!allowsNetwork(policy, circumstances)) {
    const description = 'the organization does not allow access from this network';
    return [{ type: 'NETWORK_NOT_ALLOWED', subject, description }];
  }
  const { signIn } = circumstances;
  if (signIn === undefined) return [];
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
