/**
 * Appearance settings of one browser. They are cookies, so that the server renders the first paint
 * with them.
 */

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

export type Density = 'comfortable' | 'compact';

export const THEME_COOKIE = 'grove-theme';
export const DENSITY_COOKIE = 'grove-density';
export const RAIL_COOKIE = 'grove-rail';

export const SCOPES_COOKIE = 'grove-scopes';
export const STEPS_COOKIE = 'grove-first-steps';

export const RAIL_DEFAULT = 280;
export const RAIL_MIN = 200;
export const RAIL_MAX = 560;

/** The width of the tree rail, in px at the usual text size, and whether the rail is collapsed. */
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

/** Parses "280" or "280-collapsed"; anything else gives the default. */
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

/** Stores a preference in this browser for a year. */
export function rememberPreference(name: string, value: string): void {
  document.cookie = `${name}=${value}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
}

/** A preference as it is stored now; for the browser only. */
export const readPreference = (name: string): string | undefined =>
  document.cookie
    .split('; ')
    .find((one) => one.startsWith(`${name}=`))
    ?.slice(name.length + 1);
