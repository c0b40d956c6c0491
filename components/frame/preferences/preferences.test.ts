import { describe, expect, it } from 'vitest';
import {
  formatRail,
  parseRail,
  parseTheme,
  RAIL_DEFAULT,
  RAIL_MAX,
  RAIL_MIN,
} from '#components/frame/preferences/preferences.ts';

describe('parseTheme', () => {
  it('knows three themes and falls back to the system', () => {
    expect(parseTheme('dark')).toBe('dark');
    expect(parseTheme('light')).toBe('light');
    expect(parseTheme(undefined)).toBe('system');
    expect(parseTheme('"><script>')).toBe('system');
  });
});

describe('parseRail', () => {
  it('reads back what formatRail wrote', () => {
    for (const rail of [
      { width: 333, isCollapsed: false },
      { width: 280, isCollapsed: true },
    ]) {
      expect(parseRail(formatRail(rail))).toEqual(rail);
    }
  });

  it('keeps the width within bounds and ignores nonsense', () => {
    expect(parseRail('9999').width).toBe(RAIL_MAX);
    expect(parseRail('100').width).toBe(RAIL_MIN);
    expect(parseRail('wide').width).toBe(RAIL_DEFAULT);
    expect(parseRail(undefined)).toEqual({ width: RAIL_DEFAULT, isCollapsed: false });
  });
});
