/** The connections to one registry, and to the addresses that it names. */
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { getCACertificates } from 'node:tls';
import { config } from '#lib/config.ts';
import { proxyOptions } from '#lib/settings/outgoing.ts';

const KEPT = { keepAlive: true, maxSockets: 8 };

interface Pair {
  http: HttpAgent;
  https: HttpsAgent;
}

export class RegistryAgents {
  readonly #pastProxy: Pair;
  readonly #usual: Pair;

  /** @param caCertificate PEM; trusted in addition to the authorities of Node. Empty for none. */
  constructor(caCertificate: string) {
    // A listed certificate is trusted even if its issuer is not listed.
    const trust = caCertificate !== '' && {
      ca: [...getCACertificates(), caCertificate],
      allowPartialTrustChain: true,
    };
    const { proxies } = config();
    this.#pastProxy = { http: new HttpAgent(KEPT), https: new HttpsAgent({ ...KEPT, ...trust }) };
    const proxy = proxyOptions(proxies);
    this.#usual =
      proxies === undefined
        ? this.#pastProxy
        : {
            http: new HttpAgent({ ...KEPT, ...proxy }),
            https: new HttpsAgent({ ...KEPT, ...trust, ...proxy }),
          };
  }

  /** @param isPast whether the request goes past the proxy. */
  for({ protocol }: URL, isPast: boolean): HttpAgent {
    const { http, https } = isPast ? this.#pastProxy : this.#usual;
    return protocol === 'https:' ? https : http;
  }

  close(): void {
    for (const { http, https } of [this.#pastProxy, this.#usual]) {
      http.destroy();
      https.destroy();
    }
  }
}
