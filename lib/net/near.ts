/** Hosts of this machine and of private networks, which no proxy stands before. */
import { lookup } from 'node:dns/promises';
import { isLoopbackHost, isPrivateAddress } from './addresses.ts';

/** Whether a host is one, as far as this machine can resolve it. */
export async function isNear(hostname: string): Promise<boolean> {
  if (isLoopbackHost(hostname)) return true;
  const found = await lookup(hostname.replace(/^\[|\]$/g, ''), { all: true }).catch(() => []);
  return found.some(({ address }) => isPrivateAddress(address));
}
