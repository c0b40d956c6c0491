import type { AddressInfo } from 'node:net';
import { config } from '#lib/config.ts';
import { logInfo } from '#lib/log.ts';
import { VERSION } from '#lib/version.ts';

/** `127.0.0.1:3000`, `[::1]:3000` */
const placeOf = ({ address, port }: AddressInfo) =>
  `${address.includes(':') ? `[${address}]` : address}:${port}`;

/**
 * Says on the terminal that Grove is ready, and where.
 *
 * @param listening where it listens, if that is known. People may reach it elsewhere, through a proxy.
 */
export function sayReady(listening?: AddressInfo): void {
  const { url, databaseUrl } = config();
  const database = databaseUrl === undefined ? 'SQLite' : 'PostgreSQL';
  const place = listening && placeOf(listening);
  const where = place === undefined ? '' : `, listening on ${place}`;
  logInfo(`Grove ${VERSION} with ${database} is ready at ${url}${where}`, {
    version: VERSION,
    database,
    ...(place !== undefined && { listening: place }),
  });
}
