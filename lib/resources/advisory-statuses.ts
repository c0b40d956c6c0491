/** Statuses of advisories. The console loads this module too. */
import type { Advisory_StatusJson } from '#lib/generated/proto/grove/vulnerabilities/v2beta1/advisories_pb.js';

/** The member of an event that decides its kind, and the status it gives to the advisory. */
export const EVENT_STATUS = {
  detection: 'DETECTION',
  fixed: 'FIXED',
  falsePositiveDetermination: 'FALSE_POSITIVE_DETERMINATION',
  truePositiveDetermination: 'TRUE_POSITIVE_DETERMINATION',
  analysisNotPlanned: 'ANALYSIS_NOT_PLANNED',
  fixNotPlanned: 'FIX_NOT_PLANNED',
  pendingUpstreamFix: 'PENDING_UPSTREAM_FIX',
} as const;

/** The status of an advisory without an event. */
export const STATUS_UNSPECIFIED = 'STATUS_UNSPECIFIED';

export const STATUSES: readonly Advisory_StatusJson[] = [
  STATUS_UNSPECIFIED,
  ...Object.values(EVENT_STATUS),
];

const CLOSED: readonly string[] = [EVENT_STATUS.fixed, EVENT_STATUS.falsePositiveDetermination];

/** The statuses of an advisory that is neither fixed nor known not to affect its artifact. */
export const OPEN_STATUSES: readonly string[] = STATUSES.filter(
  (status) => !CLOSED.includes(status),
);
