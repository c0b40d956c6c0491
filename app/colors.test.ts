/** Checks the contrast of each text on each background, in both themes (WCAG 2.2, 1.4.3: 4.5 to 1). */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const LEAST = 4.5;

const TEXTS = [
  'ink',
  'ink-2',
  'ink-3',
  'accent',
  'accent-2',
  'danger',
  'danger-2',
  'warn',
  'sev-critical',
  'sev-high',
  'sev-medium',
  'sev-low',
];
const GROUNDS = ['paper', 'paper-2', 'paper-3', 'float', 'accent-soft', 'danger-soft', 'warn-soft'];

const PAIRS = [
  ...TEXTS.flatMap((text) => GROUNDS.map((ground) => [text, ground] as const)),
  ['on-accent', 'accent'],
  ['on-accent', 'accent-2'],
  ['on-danger', 'danger'],
  ['on-danger', 'danger-2'],
] as const;

const css = readFileSync('app/globals.css', 'utf8');

/** The color of a theme, as `oklch(lightness chroma hue)`. */
function colorOf(name: string, theme: 'light' | 'dark'): number[] {
  const declared = new RegExp(`--${name}: light-dark\\(oklch\\((.*?)\\), oklch\\((.*?)\\)\\)`);
  const [, light, dark] = declared.exec(css) ?? [];
  const color = theme === 'light' ? light : dark;
  if (color === undefined) throw new Error(`app/globals.css has no color --${name}`);
  return color.split(' ').map(Number);
}

/** Relative luminance (WCAG 2.2) of a color in OKLCh, by way of linear sRGB (CSS Color 4, 10.). */
function luminance([lightness = 0, chroma = 0, hue = 0]: number[]): number {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const [red = 0, green = 0, blue = 0] = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ].map((value) => Math.min(1, Math.max(0, value)));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: number[], other: number[]): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((x, y) => x - y);
  return (lighter + 0.05) / (darker + 0.05);
}

test.each(['light', 'dark'] as const)('texts can be read on all grounds: %s', (theme) => {
  const tooClose = PAIRS.map(([text, ground]) => ({
    pair: `${text} on ${ground}`,
    ratio: contrast(colorOf(text, theme), colorOf(ground, theme)),
  })).filter(({ ratio }) => ratio < LEAST);
  expect(tooClose).toEqual([]);
});
