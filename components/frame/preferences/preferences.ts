/** What one browser remembers about how the console looks. Cookies, so that the first paint is right. */

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

export type Density = 'comfortable' | 'compact';

export const THEME_COOKIE = 'grove-theme';
export const DENSITY_COOKIE = 'grove-density';
export const RAIL_COOKIE = 'grove-rail';

export const RAIL_DEFAULT = 280;
export const RAIL_MIN = 200;
export const RAIL_MAX = 560;

/** The tree rail: its width in px, and whether it shows icons only. */
export interface Rail {
  width: number;
  isCollapsed: boolean;
}

export function parseTheme(cookie: string | undefined): Theme {
  return THEMES.find((theme) => theme === cookie) ?? 'system';
}

export function parseDensity(cookie: string | undefined): Density {
  return cookie === 'compact' ? 'compact' : 'comfortable';
}

export function clampRail(width: number): number {
  return Math.round(Math.min(RAIL_MAX, Math.max(RAIL_MIN, width)));
}

/** Reads "280" or "280-collapsed"; anything else is the default. */
export function parseRail(cookie: string | undefined): Rail {
  const match = /^(\d{3,4})(-collapsed)?$/.exec(cookie ?? '');
  return {
    width: match ? clampRail(Number(match[1])) : RAIL_DEFAULT,
    isCollapsed: Boolean(match?.[2]),
  };
}

export function formatRail(rail: Rail): string {
  return rail.isCollapsed ? `${rail.width}-collapsed` : String(rail.width);
}

const YEAR_SECONDS = 31_536_000;

/** Keeps a preference in this browser for a year. */
export function rememberPreference(name: string, value: string): void {
  document.cookie = `${name}=${value}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
}
