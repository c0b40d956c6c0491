import { not, same } from './predicates.ts';

/** The last-seen time of an identity is its creation time until it is seen. */
export const whereNeverSeen = same('lastSeenTime', 'createTime');

/** An organization that merely names somebody learns nothing of them: they have not used its identity. */
export const whereSeen = not(whereNeverSeen);
