/** Who makes a request, and as which identities. */
export interface Principal {
  /** OIDC issuer that vouches for the caller; the installation's own URL for its tokens and passwords. */
  issuer: string;
  /** Subject at that issuer. For the own issuer it is an identity's uid. */
  subject: string;
  email?: string;
  name?: string;
  /** Uids of every identity that the caller matches, sorted; empty for a stranger. */
  identities: readonly string[];
  /** How the request proved it: a bearer token or the console's session cookie. */
  via: 'token' | 'session';
  /** The session's uid, where via is session. */
  session?: string;
}
