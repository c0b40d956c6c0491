/** The company's proxy that outgoing requests go through, by the variables that other programs read. */
import type { AgentOptions } from 'node:http';
import type { Settings } from './declared.ts';

/** As Node.js takes it for an agent. */
export interface Proxies {
  HTTP_PROXY: string;
  HTTPS_PROXY: string;
  NO_PROXY: string;
}

/** @returns undefined if there is no proxy. */
export function readProxies(settings: Settings): Proxies | undefined {
  const HTTP_PROXY = settings('HTTP_PROXY');
  const HTTPS_PROXY = settings('HTTPS_PROXY');
  const NO_PROXY = settings('NO_PROXY');
  if (HTTP_PROXY === '' && HTTPS_PROXY === '') return undefined;
  return { HTTP_PROXY, HTTPS_PROXY, NO_PROXY };
}

/** The options of an agent; empty without a proxy. */
export function proxyOptions(proxies: Proxies | undefined): AgentOptions {
  if (proxies === undefined) return {};
  // Next.js's type of environments asks for NODE_ENV, which an agent does not read.
  return { proxyEnv: { NODE_ENV: process.env.NODE_ENV, ...proxies } };
}
