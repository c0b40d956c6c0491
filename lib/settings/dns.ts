/** Which resolvers are asked for the records of domains. */
import { Resolver } from 'node:dns/promises';
import { OperatorError } from '#lib/operator-error.ts';
import { quote, type Environment } from './environment.ts';

/** @returns addresses with or without a port; none for the resolvers of the machine. */
export function readDnsServers(env: Environment): string[] {
  const value = env.GROVE_DNS_SERVERS ?? '';
  if (value.trim() === '') return [];
  const servers = value.split(',').map((server) => server.trim());
  try {
    new Resolver().setServers(servers);
  } catch {
    throw new OperatorError(
      `GROVE_DNS_SERVERS must be addresses with commas between them, such as 192.0.2.53,[2001:db8::53]:5353, not ${quote(value)}`,
    );
  }
  return servers;
}
