/** The colours of bars by severity. They stay in forced-colours mode. */
export const SEVERITY_FILLS: Readonly<Record<string, string>> = {
  CRITICAL: 'bg-sev-critical forced-color-adjust-none',
  HIGH: 'bg-sev-high forced-color-adjust-none',
  MEDIUM: 'bg-sev-medium forced-color-adjust-none',
  LOW: 'bg-sev-low forced-color-adjust-none',
  SEVERITY_UNSPECIFIED: 'bg-edge forced-color-adjust-none',
};
