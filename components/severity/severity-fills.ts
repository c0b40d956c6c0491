/** The colours of bars by severity. */
export const SEVERITY_FILLS: Readonly<Record<string, string>> = {
  CRITICAL: 'bg-sev-critical',
  HIGH: 'bg-sev-high',
  MEDIUM: 'bg-sev-medium',
  LOW: 'bg-sev-low',
  SEVERITY_UNSPECIFIED: 'bg-edge',
};
