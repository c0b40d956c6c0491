/** Sends the events of a batch: in order where a subscription asks for it, else beside each other. */
import type { EventJson } from '#lib/generated/proto/grove/iam/v2beta1/events_pb.js';
import type { WebhookAnswer } from '#lib/net/webhook-request.ts';
import { settled, type Delivery, type Job } from './deliveries.ts';

/** Events that are sent one after the other. Once one fails, the others wait with it. */
type Lane = readonly Job[];

/**
 * Lanes for the jobs, which are in their order.
 *
 * @param isOrdered whether those of one subject are in one lane.
 */
export function lanesOf(jobs: readonly Job[], isOrdered: boolean): Lane[] {
  if (!isOrdered) return jobs.map((job) => [job]);
  return [...Map.groupBy(jobs, ({ row }) => row.subject).values()];
}

type Send = (event: EventJson) => Promise<WebhookAnswer>;

/** @returns the rows of all its jobs. One that was interrupted stays as it was. */
async function run(lane: Lane, send: Send, signal: AbortSignal): Promise<Delivery[]> {
  const rows: Delivery[] = [];
  let failed: Delivery | undefined;
  for (const { row, event } of lane) {
    if (failed !== undefined) {
      rows.push({ ...row, nextTime: failed.nextTime });
      continue;
    }
    const tried = signal.aborted ? null : await send(event).catch(unlessStopped(signal));
    const after = tried === null ? row : settled(row, tried);
    rows.push(after);
    if (after.state === 'WAITING') failed = after;
  }
  return rows;
}

const unlessStopped = (signal: AbortSignal) => (error: unknown) => {
  if (signal.aborted) return null;
  throw error;
};

/** Runs all lanes. The connections of the process bound how many requests are under way. */
export const runLanes = async (
  lanes: readonly Lane[],
  send: Send,
  signal: AbortSignal,
): Promise<Delivery[]> => (await Promise.all(lanes.map((lane) => run(lane, send, signal)))).flat();
