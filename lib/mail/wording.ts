/** What messages have in common: the installation, names, times and who asked. */
import { config } from '#lib/config.ts';
import type { Message } from './message.ts';
import { knownDevice } from '#lib/user-agent.ts';

/** The name and the address of the installation. */
export function here(): { name: string; url: string } {
  const { url, installation } = config();
  return { name: installation.name ?? 'Grove', url };
}

/** A message of paragraphs. */
export const messageOf = (to: string, subject: string, paragraphs: readonly string[]): Message => ({
  to,
  subject,
  text: `${paragraphs.join('\n\n')}\n`,
});

/** Names may have any character. What ends or turns a line would pass for words of a message. */
export const oneLine = (name: string) => name.replaceAll(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').trim();

/** Where a request came from, as messages say it. */
export interface Asked {
  /** As `clientNetwork` gives it. */
  network?: string | undefined;
  userAgent?: string | undefined;
}

/** "2026-11-22 19:05 UTC", which means the same everywhere. */
export function utcText(time: Date): string {
  return `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** Lines such as "Network: 203.0.113.7", by which people recognize themselves. */
export function circumstances(time: Date, { network, userAgent }: Asked): string {
  return [
    `Time: ${utcText(time)}`,
    ...(network === undefined ? [] : [`Network: ${network}`]),
    // What somebody unknown sends as a name is not repeated: it could be a link.
    ...(userAgent === undefined ? [] : [`Browser: ${knownDevice(userAgent) ?? 'unknown'}`]),
  ].join('\n');
}
