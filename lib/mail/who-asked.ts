/** When, from where and with what something was done, for people to recognize themselves. */
import { knownDevice } from '#lib/user-agent.ts';

export interface Asked {
  /** As `clientNetwork` gives it. */
  network?: string | undefined;
  userAgent?: string | undefined;
}

/** "2026-11-22 19:05 UTC", which means the same everywhere. */
export function utcText(time: Date): string {
  return `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** Lines such as "Network: 203.0.113.7". */
export function circumstances(time: Date, { network, userAgent }: Asked): string {
  return [
    `Time: ${utcText(time)}`,
    ...(network === undefined ? [] : [`Network: ${network}`]),
    // What somebody unknown sends as a name is not repeated: it could be a link.
    ...(userAgent === undefined ? [] : [`Browser: ${knownDevice(userAgent) ?? 'unknown'}`]),
  ].join('\n');
}
