import type { Identity } from '#lib/client/resources/resources.ts';

/** An issuer without `https://`. */
export const issuerText = (issuer: string): string => issuer.replace(/^https:\/\//, '');

/** The server sets the last-seen time of an unused identity to its creation time. */
export const wasSeen = ({ lastSeenTime, createTime }: Identity): boolean =>
  lastSeenTime !== createTime;

/** True if it names one issuer and subject, rather than whoever patterns match. */
export const isPerson = ({ claimMatch: { issuer, subject } }: Identity): boolean =>
  issuer !== undefined && subject !== undefined;

/** True if it names itself, as only those do whose person has a password of this installation. */
export const hasAccount = ({ uid, claimMatch: { subject } }: Identity): boolean => subject === uid;
