/** Checks that both servers answer alike. */
import { record } from './load.ts';
import type { Session } from './load.ts';
import type { Both, RunningServer } from './processes.ts';

/**
 * The parts that differ between any two responses: tokens, and the values that each write creates.
 */
const CHANGING =
  /"nextPageToken":"[^"]+"|(?<="(?:createTime|updateTime|lastSeenTime)":")2[^"]+|(?<=\/)[0-9a-f]{16}(?=")|bench \d+ \d+/g;

/** @throws Error if the servers respond differently, so that a comparison makes no sense. */
export async function requireSameBytes(
  { grove, bare }: Both,
  session: Session,
  token: string,
): Promise<void> {
  for (const server of grove) {
    for (const other of bare) await requireSame(server, other, session, token);
  }
}

async function requireSame(
  grove: RunningServer,
  bare: RunningServer,
  session: Session,
  token: string,
): Promise<void> {
  const [ours, theirs] = [await record(grove, session, token), await record(bare, session, token)];
  const isWrite = ours.at(-1) === '';
  const steady = (bodies: string[]) =>
    bodies.map((body) => body.replace(isWrite ? CHANGING : /"nextPageToken":"[^"]+"/g, ''));
  const [left, right] = [steady(ours), steady(theirs)];
  const different = left.findIndex((body, index) => body !== right[index]);
  if (different === -1 && left.length === right.length) return;
  throw new Error(
    `the answers differ:\n${left[different]?.slice(0, 2_000)}\n${right[different]?.slice(0, 2_000)}`,
  );
}
