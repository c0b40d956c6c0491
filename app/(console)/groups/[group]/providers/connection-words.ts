/** The result of a connection test, in words for administrators. */

/** The response of `identityProviders:testConnection`. */
export interface ConnectionReport {
  outcome: string;
  description: string;
  /** The issuer named in the discovery document, if it differs. */
  foundIssuer?: string;
}

const WORDS: Readonly<Record<string, readonly [title: string, remedy: string]>> = {
  OK: ['The connection works', ''],
  DNS: ['The host was not found', 'Check the spelling of the host name.'],
  TLS: [
    'The TLS connection failed',
    'The certificate has to be valid for this host and of an authority that this server trusts.',
  ],
  REFUSED: ['The connection was refused', 'Check the port, and that the issuer is running.'],
  TIMEOUT: [
    'No answer in time',
    'Check that this server may reach the issuer: a firewall often keeps silent.',
  ],
  UNREACHABLE: ['The issuer cannot be reached', 'Check the address, and try again.'],
  NOT_FOUND: [
    'There is no discovery document',
    'The issuer has to serve /.well-known/openid-configuration. Check the path: some have a tenant or realm in it.',
  ],
  HTTP_STATUS: ['The issuer refuses to answer', 'It has to answer anyone, without signing in.'],
  NOT_JSON: [
    'The answer is not JSON',
    'This looks like a web page. The issuer is often another address than that of the console.',
  ],
  NOT_DISCOVERY: [
    'This is not a discovery document',
    'Check the address: there is JSON, but of something else.',
  ],
  TRAILING_SLASH: [
    'The slash at the end differs',
    'Issuers are compared letter by letter: write it exactly as its document does.',
  ],
  ISSUER_MISMATCH: [
    'The issuer calls itself something else',
    'Issuers are compared letter by letter: write it exactly as its document does.',
  ],
  MISSING_ENDPOINTS: [
    'People cannot sign in there',
    'The issuer has to offer the authorization code flow.',
  ],
  BAD_ADDRESS: ['An address is not https', 'All addresses of an issuer have to be https.'],
  PRIVATE_ADDRESS: [
    'The address is a private one',
    'Whoever runs this installation can allow its network with GROVE_ALLOW_PRIVATE_ISSUERS.',
  ],
  NOT_KEYS: ['The keys cannot be used', 'The issuer has to publish a JSON Web Key Set.'],
};

export function connectionWords({ outcome }: ConnectionReport): { title: string; remedy: string } {
  const [title, remedy] = WORDS[outcome] ?? [
    'The issuer’s answer cannot be used',
    'Check the address.',
  ];
  return { title, remedy };
}
