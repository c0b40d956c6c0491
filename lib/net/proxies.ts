/** Agents that go through the operator's proxy. Node.js decides by NO_PROXY which requests do. */
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { config } from '#lib/config.ts';
import { proxyOptions } from '#lib/settings/outgoing.ts';

/** The agent for a request. @param isPast whether it goes past the proxy. */
export type Agents = (url: URL, isPast: boolean) => HttpAgent | false;

/** An agent for one request; without a proxy false, which gives a request a connection of its own. */
export const agentOfOne: Agents = (url, isPast) => {
  const { proxies } = config();
  if (proxies === undefined || isPast) return false;
  const Agent = url.protocol === 'https:' ? HttpsAgent : HttpAgent;
  return new Agent(proxyOptions(proxies));
};
