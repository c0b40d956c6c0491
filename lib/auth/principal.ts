/** Who makes a request, and as which identities. */
export interface Principal {
  /**
   * The OIDC issuer that vouches for the caller: the installation's own URL for its tokens and
   * passwords, the original issuer for a token that was exchanged.
   */
  issuer: string;
  /** The subject at that issuer. For the own issuer it is an identity's uid. */
  subject: string;
  email?: string;
  name?: string;
  /** Uids of every identity that the caller matches, sorted; empty only for a stranger. */
  identities: readonly string[];
  /**
   * The uid of the caller's own identity, which names issuer and subject literally. Null if only
   * patterns match: a pattern grants access, but it never represents anybody.
   */
  ownIdentity: string | null;
  /** How the request proved it: a bearer token or the console's session cookie. */
  via: 'token' | 'session';
  /** The session's uid, where via is session. */
  session?: string;
}
