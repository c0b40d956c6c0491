/** Counts what this process has done. */
import { perProcess } from '#lib/per-process.ts';

/** What only rises, with its help in the metrics. Its name there is made of its key. */
export const COUNTERS = {
  writeTurns: 'Transactions that asked for their turn to write',
  writeWaitSeconds: 'Seconds that all transactions together waited for their turn to write',
  writersRefused: 'Transactions that waited too long for their turn to write',
  writesWithoutRoom: 'Writes that failed because the disk of the database was full',
  accessCacheHits: 'Access checks that the cache answered',
  accessCacheMisses: 'Access checks that the database answered',
  tokenCacheHits: 'Tokens whose signature was in the cache',
  tokenCacheMisses: 'Tokens whose signature was checked',
  signInFailures: 'Wrong passwords and unknown addresses',
  signInsDelayed: 'Sign-ins refused after repeated failures',
  bodiesRefused: 'Bodies of unknown callers that were refused for lack of room',
  descriptorsMissing:
    'Connections and files that were not opened because the limit of open files was reached',
  attemptsUnrecorded: 'Denied attempts and sign-ins that no audit record counts',
  mailsSent: 'E-mails that the SMTP server took',
  mailsFailed: 'E-mails that could not be sent',
  mailsJoined: 'Notices that one e-mail counted together with others',
  mailsDropped: 'E-mails that were not sent for lack of room or time, or to spare a mailbox',
  syncsSucceeded: 'Syncs of registries that succeeded',
  syncsFailed: 'Syncs of registries that failed',
  importsSucceeded: 'Imports of advisories that ended',
  importsFailed: 'Imports of advisories that failed',
  advisoriesImported: 'Advisories that imports wrote',
  advisoriesRejected: 'Records that imports rejected',
};

export type Counts = Record<keyof typeof COUNTERS | 'writersWaiting' | 'syncsRunning', number>;

/** The counts of this process since its start. Whoever counts something adds to a member. */
export const counts = perProcess<Counts>('counts', () => ({
  ...(Object.fromEntries(Object.keys(COUNTERS).map((key) => [key, 0])) as Counts),
  writersWaiting: 0,
  syncsRunning: 0,
})).value;
