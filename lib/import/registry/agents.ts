/** The connections to one registry, and to the addresses that it names. */
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { getCACertificates } from 'node:tls';
import { config } from '#lib/config.ts';
import { proxyOptions } from '#lib/settings/outgoing.ts';

const KEPT = { keepAlive: true, maxSockets: 8 };

export class Agents {
  readonly #http = new HttpAgent({ ...KEPT, ...proxyOptions(config().proxies) });
  readonly #https: HttpsAgent;

  /** @param caCertificate PEM; trusted in addition to the authorities of Node. Empty for none. */
  constructor(caCertificate: string) {
    // A listed certificate is trusted even if its issuer is not listed.
    const trust = caCertificate !== '' && {
      ca: [...getCACertificates(), caCertificate],
      allowPartialTrustChain: true,
    };
    this.#https = new HttpsAgent({ ...KEPT, ...trust, ...proxyOptions(config().proxies) });
  }

  for(url: URL): HttpAgent {
    return url.protocol === 'https:' ? this.#https : this.#http;
  }

  close(): void {
    this.#http.destroy();
    this.#https.destroy();
  }
}
