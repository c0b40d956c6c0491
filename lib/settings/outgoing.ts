/**
 * The company's proxy that outgoing requests go through, by the variables that other programs read, and
 * the resolvers that are asked for the records of domains.
 */
import { Resolver } from 'node:dns/promises';
import type { AgentOptions } from 'node:http';
import { OperatorError } from '#lib/operator-error.ts';
import { notValid, type Environment } from '#lib/settings/environment.ts';

/** As Node.js takes it for an agent. */
export interface Proxies {
  HTTP_PROXY: string;
  HTTPS_PROXY: string;
  NO_PROXY: string;
}

/** @returns undefined if there is no proxy. */
export function readProxies(env: Environment): Proxies | undefined {
  const HTTP_PROXY = address('HTTP_PROXY', env);
  const HTTPS_PROXY = address('HTTPS_PROXY', env);
  const NO_PROXY = env[named('NO_PROXY', env)] ?? '';
  if (HTTP_PROXY === '' && HTTPS_PROXY === '') return undefined;
  return { HTTP_PROXY, HTTPS_PROXY, NO_PROXY };
}

/** The options of an agent; empty without a proxy. */
export function proxyOptions(proxies: Proxies | undefined): AgentOptions {
  if (proxies === undefined) return {};
  // Next.js's type of environments asks for NODE_ENV, which an agent does not read.
  return { proxyEnv: { NODE_ENV: process.env.NODE_ENV, ...proxies } };
}

/** Other programs read the names in small letters, and prefer them where they read both. */
function named(name: keyof Proxies, env: Environment): keyof Proxies | Lowercase<keyof Proxies> {
  const small = name.toLowerCase() as Lowercase<typeof name>;
  return env[small] ? small : name;
}

/**
 * Other programs take an address without a scheme for one of http. The text may contain a password,
 * so the message does not repeat it.
 */
function address(setting: keyof Proxies, env: Environment): string {
  const name = named(setting, env);
  const given = env[name] ?? '';
  if (given === '') return '';
  const value = given.includes('://') ? given : `http://${given}`;
  if (/^https?:$/.test(URL.parse(value)?.protocol ?? '')) return value;
  throw new OperatorError(
    `${name} must be an http or https address, such as http://proxy.example.com:3128`,
  );
}

/** @returns addresses with or without a port; none for the resolvers of the machine. */
export function readDnsServers(env: Environment): string[] {
  const value = env.GROVE_DNS_SERVERS ?? '';
  if (value.trim() === '') return [];
  const servers = value.split(',').map((server) => server.trim());
  try {
    new Resolver().setServers(servers);
  } catch {
    const expected =
      'be addresses with commas between them, such as 192.0.2.53,[2001:db8::53]:5353';
    throw notValid('GROVE_DNS_SERVERS', expected, value);
  }
  return servers;
}
