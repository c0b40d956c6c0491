/** Severities in words, the worst first. */
export const SEVERITY_LABELS: Readonly<Record<string, string>> = {
  CRITICAL: 'Critical',
  HIGH: 'High',
  MEDIUM: 'Medium',
  LOW: 'Low',
  SEVERITY_UNSPECIFIED: 'Not rated',
};
