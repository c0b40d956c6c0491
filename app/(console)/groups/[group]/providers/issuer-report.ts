import { post } from '#lib/client/api.ts';

/** The response of `identityProviders:testConnection`. */
export interface ConnectionReport {
  outcome: string;
  description: string;
  /** The issuer named in the discovery document, if it differs. */
  foundIssuer?: string;
}

/** Makes the server run the requests of a sign-in against the issuer. */
export const testIssuer = (groupUid: string, issuer: string) =>
  post<ConnectionReport>('/iam/v2beta1/identityProviders:testConnection', { groupUid, issuer });
