/** The connections to one registry, and to the places that it names. */
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { getCACertificates } from 'node:tls';

const KEPT = { keepAlive: true, maxSockets: 8 };

export class Agents {
  readonly #http = new HttpAgent(KEPT);
  readonly #https: HttpsAgent;

  /** @param caCertificate PEM; trusted besides the authorities that Node trusts. Empty for none. */
  constructor(caCertificate: string) {
    // A certificate that is named is trusted as it is, also where its own issuer is not named.
    const trust = caCertificate !== '' && {
      ca: [...getCACertificates(), caCertificate],
      allowPartialTrustChain: true,
    };
    this.#https = new HttpsAgent({ ...KEPT, ...trust });
  }

  for(url: URL): HttpAgent {
    return url.protocol === 'https:' ? this.#https : this.#http;
  }

  close(): void {
    this.#http.destroy();
    this.#https.destroy();
  }
}
