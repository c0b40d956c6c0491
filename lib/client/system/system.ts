/** How the installation is doing. */
import { getQuery } from '#lib/client/get-query.ts';
import type { Caller } from '#lib/client/session/caller.ts';
import type { Answered } from '#lib/client/resources/wire.ts';
import type {
  SummarizeSystemResponse_BackupsJson,
  SummarizeSystemResponseJson,
} from '#lib/generated/proto/grove/iam/v2beta1/system_pb.js';
import type { MayBeAbsent } from '#lib/resources/absent.ts';

export type SystemBackups = Answered<
  SummarizeSystemResponse_BackupsJson,
  MayBeAbsent<'SummarizeSystemResponseBackups'>
>;

export type System = Answered<SummarizeSystemResponseJson, never, { backups?: SystemBackups }>;

export type Organization = System['organizations'][number];

export const systemQuery = () => getQuery<System>(['system'], '/iam/v2beta1/system:summarize');

/** Whether to show the System page; the server decides by itself. */
export function maySeeSystem(caller: Caller | undefined): boolean {
  return caller?.systemCapabilities.includes('system.view') === true;
}

/** How far apart backups may be, in intervals, before somebody should look. */
const LATE = 2;

/** True if no backup was made for much longer than there should be between two. */
export function isLate({ interval, newestTime }: SystemBackups, now = Date.now()): boolean {
  const allowed = Number.parseFloat(interval) * 1_000 * LATE;
  return newestTime !== undefined && now - Date.parse(newestTime) > allowed;
}

const ENOUGH = 0.1;

/** Whether the disk has less room than the page should warn about. */
export function isDiskLow({ totalBytes, freeBytes }: System['disk']): boolean {
  return Number(freeBytes) < Number(totalBytes) * ENOUGH;
}
