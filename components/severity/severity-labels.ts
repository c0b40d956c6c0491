/** Severities in words, the most severe first. */
export const SEVERITY_LABELS: Readonly<Record<string, string>> = {
  CRITICAL: 'Critical',
  HIGH: 'High',
  MEDIUM: 'Medium',
  LOW: 'Low',
  SEVERITY_UNSPECIFIED: 'Not rated',
};
