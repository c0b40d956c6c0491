import type { Identity } from '#lib/client/resources/resources.ts';

/** An issuer without what all of them begin with. */
export const issuerText = (issuer: string): string => issuer.replace(/^https:\/\//, '');

/** Until it is seen, an identity has the time at which it was made. */
export const wasSeen = ({ lastSeenTime, createTime }: Identity): boolean =>
  lastSeenTime !== createTime;
