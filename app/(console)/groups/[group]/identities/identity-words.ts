import type { Identity } from '#lib/client/resources/resources.ts';

/** An issuer without `https://`. */
export const issuerText = (issuer: string): string => issuer.replace(/^https:\/\//, '');

/** Whether the identity was ever used. The last-seen time of an unused one is its creation time. */
export const wasSeen = ({ lastSeenTime, createTime }: Identity): boolean =>
  lastSeenTime !== createTime;

/** True if the claim match names one issuer and subject, without patterns. */
export const isPerson = ({ claimMatch: { issuer, subject } }: Identity): boolean =>
  issuer !== undefined && subject !== undefined;

/** True if the subject is the identity's own uid, which means a password of this installation. */
export const hasAccount = ({ uid, claimMatch: { subject } }: Identity): boolean => subject === uid;
