import type { SignIn } from '#lib/access/policies.ts';
import { sharesOf } from '#lib/limits/shares.ts';
import type { Capability } from '#lib/resources/capabilities.ts';
import type { BoundElsewhere, KeyLimits } from '#lib/store/store.ts';

/** The caller of a request, and the identities that the caller acts as. */
export interface Principal {
  /**
   * The issuer of the caller's token: the installation's own URL for its tokens and passwords, the
   * original issuer for a token that was exchanged.
   */
  issuer: string;
  /** The subject at that issuer. For the own issuer it is an identity's uid. */
  subject: string;
  email?: string;
  emailVerified?: boolean;
  /** The address that the provider asserts and may not vouch for: see `vouchedPersonOf`. */
  withheldEmail?: string;
  name?: string;
  /**
   * Uids of every identity that matches the caller, sorted. Empty only for a caller without an
   * identity, who may accept an invite.
   */
  identities: readonly string[];
  /**
   * The uids of the identities that name the caller's issuer and subject literally, the oldest of each
   * organization. A pattern grants access but never represents anybody.
   */
  ownIdentities: readonly string[];
  /**
   * Own identities that represent the caller in other organizations. Those organizations bound a role to
   * them, and have no identity of the caller.
   */
  boundElsewhere: readonly BoundElsewhere[];
  /**
   * The own identity that the credentials belong to: that of an account, of a key, of the group of the
   * session's provider, or of a token that was narrowed to it. Null for any other token of another
   * issuer, however many organizations name its subject.
   */
  home: string | null;
  /**
   * False for credentials that are limited to one identity or to another audience. With those, the caller
   * cannot get an identity.
   */
  isWhole: boolean;
  /**
   * The groups in which the caller is blocked: no role binding there or below grants access. Root groups
   * where the whole organization blocks the caller.
   */
  blockedIn: readonly string[];
  /** The kind of credentials: a bearer token or the console's session cookie. */
  via: 'token' | 'session';
  /** The session's uid, if via is session. */
  session?: string;
  signIn?: SignIn;
  /**
   * The identity key that the credentials are or come from. `expires` is in milliseconds since
   * 1970.
   */
  key?: { uid: string; expires: number };
  /** What the caller may do at most, if the key is narrower than its identity. */
  within?: ReadonlySet<Capability> | undefined;
  /** The part of its identity's bindings that the key does not grant. */
  keyLimits?: KeyLimits | undefined;
}

/**
 * The shares of the organizations that have an identity of the caller. A request counts for the share that has the
 * most left of a limit. So a stranger whose organization also names the caller uses up nothing of the others,
 * and no organization gets more requests by naming somebody.
 */
export const sharesOfCaller = async ({
  identities,
}: Pick<Principal, 'identities'>): Promise<readonly string[]> => [
  ...new Set((await sharesOf(identities)).values()),
];

/** The parts of a request that identify the caller. */
export type Credentials = Pick<Request, 'method' | 'url'> & { headers: Pick<Headers, 'get'> };

export interface AuthenticateOptions {
  /** The access revision, read since the request began; read here unless given. */
  revision?: string;
  /** The client's address; absent if the token is inspected and not used. */
  address?: string;
  /** True if the request admits a caller without an identity, who may accept an invite. */
  admitsStrangers?: boolean;
  /** True if the caller of the request is looked up again, which is not another use of the credentials. */
  isAgain?: boolean;
  /** True for a request to watch, which an open page sends again by itself. It is no use of a session. */
  isWatch?: boolean;
}
