/** The result of a connection test, in words for administrators. */

import { call } from '#lib/client/api.ts';

/** The response of `identityProviders:testConnection`. */
export interface ConnectionReport {
  outcome: string;
  description: string;
  /** The issuer named in the discovery document, if it differs. */
  foundIssuer?: string;
}

/** Tests the issuer from the server with the requests of a sign-in. */
export const testIssuer = (groupUid: string, issuer: string) =>
  call<ConnectionReport>('/iam/v2beta1/identityProviders:testConnection', {
    method: 'POST',
    body: { groupUid, issuer },
  });

const WORDS: Readonly<Record<string, readonly [title: string, remedy: string]>> = {
  OK: ['The connection works', ''],
  UNREACHABLE: [
    'The issuer cannot be reached',
    'Check the address, that the issuer runs, and that its certificate is trusted. The administrator of this installation sees the reason in its log.',
  ],
  NOT_FOUND: [
    'There is no discovery document',
    'The issuer must serve /.well-known/openid-configuration. Check the path: some issuers have a tenant or realm in it.',
  ],
  HTTP_STATUS: [
    'The issuer refuses to answer',
    'Its discovery document must be readable without signing in.',
  ],
  NOT_JSON: [
    'The answer is not JSON',
    'This looks like a web page. The issuer often differs from the address of the provider’s own console.',
  ],
  NOT_DISCOVERY: [
    'This is not a discovery document',
    'Check the address. It returns JSON, but not a discovery document.',
  ],
  TRAILING_SLASH: [
    'The trailing slash differs',
    'Issuers must match exactly. Use the spelling of the discovery document.',
  ],
  ISSUER_MISMATCH: [
    'The issuer has another name',
    'Issuers must match exactly. Use the spelling of the discovery document.',
  ],
  MISSING_ENDPOINTS: [
    'This issuer does not support sign-in',
    'The issuer must offer the authorization code flow.',
  ],
  BAD_ADDRESS: ['An address is not https', 'All addresses of an issuer must use https.'],
  PRIVATE_ADDRESS: [
    'The address is private',
    'The administrator of this installation can allow its network with GROVE_ALLOW_PRIVATE_ISSUERS.',
  ],
  NOT_KEYS: ['The keys cannot be used', 'The issuer must publish a JSON Web Key Set.'],
};

export function connectionWords({ outcome }: ConnectionReport): { title: string; remedy: string } {
  const [title, remedy] = WORDS[outcome] ?? [
    'The issuer’s answer cannot be used',
    'Check the address.',
  ];
  return { title, remedy };
}
