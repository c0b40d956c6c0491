const TIERS: Readonly<Record<string, string>> = {
  APPLICATION: 'Application',
  BASE: 'Base',
  FIPS: 'FIPS',
  AI: 'AI',
  DEVTOOLS: 'Developer tools',
};

/** A catalog tier in words; undefined if it is not set. */
export function tierText(tier: string): string {
  return TIERS[tier] ?? '';
}
