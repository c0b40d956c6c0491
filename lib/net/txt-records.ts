/** Looks for a TXT record, and names what it finds instead. */
import { Resolver } from 'node:dns/promises';
import { eitherSignal } from '#lib/abort-signals.ts';
import { config } from '#lib/config.ts';

/** Each server is asked this often, with so many milliseconds for the first answer. */
const TRIES = 2;
const TIMEOUT_MS = 1_500;
/** However many servers there are. */
const DEADLINE_MS = 8_000;

const MAX_RECORDS = 50;

/** What a look-up can find. The last three say nothing about the record. */
export type TxtResult =
  | 'FOUND'
  | 'NO_SUCH_NAME'
  | 'NO_RECORD'
  | 'OTHER_VALUE'
  | 'TOO_MANY_RECORDS'
  | 'RESOLVER_TIMED_OUT'
  | 'RESOLVER_REFUSED'
  | 'RESOLVER_FAILED';

const RESULTS: Readonly<Record<string, TxtResult>> = {
  ENOTFOUND: 'NO_SUCH_NAME',
  ENODATA: 'NO_RECORD',
  ETIMEOUT: 'RESOLVER_TIMED_OUT',
  ECANCELLED: 'RESOLVER_TIMED_OUT',
  EREFUSED: 'RESOLVER_REFUSED',
  ECONNREFUSED: 'RESOLVER_REFUSED',
};

/**
 * Looks for a TXT record with the value at the name, by `GROVE_DNS_SERVERS` or the resolvers of the machine.
 * Never throws: failures are results.
 *
 * @param signal ends it earlier.
 */
export async function findTxtRecord(
  name: string,
  value: string,
  signal?: AbortSignal,
): Promise<TxtResult> {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
  const { dnsServers } = config();
  if (dnsServers.length > 0) resolver.setServers(dnsServers);
  const over = eitherSignal(AbortSignal.timeout(DEADLINE_MS), signal);
  over.addEventListener('abort', () => resolver.cancel());
  try {
    const records = await resolver.resolveTxt(name);
    if (records.length > MAX_RECORDS) return 'TOO_MANY_RECORDS';
    // A long record comes in parts.
    return records.some((parts) => parts.join('').trim() === value) ? 'FOUND' : 'OTHER_VALUE';
  } catch (error) {
    return RESULTS[codeOf(error)] ?? 'RESOLVER_FAILED';
  }
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';
