/** Describes failed requests in terms of a registry source's settings. */
import type { FetchError } from '#lib/net/guarded-request.ts';

/** OpenSSL's codes for a certificate chain without a trusted root. */
const UNTRUSTED: readonly string[] = [
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
];

export function fetchProblemText(error: FetchError, url: URL): string {
  if (error.problem === 'TLS' && UNTRUSTED.includes(error.found)) {
    return (
      `the certificate of ${url.hostname} is self-signed or of an authority that Grove does not know; ` +
      "give that authority's certificate in caCertificate of the registry source"
    );
  }
  return error.message;
}
