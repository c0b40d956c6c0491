/** A readable name for a browser's user agent. */

/* Ordered, because most user agents also contain the names that follow. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|OPiOS)\//, 'Opera'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|Chromium|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/\S+ .*Safari\//, 'Safari'],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

const PHONES = ['iPhone', 'iPad', 'Android'];

const nameIn = (names: readonly (readonly [RegExp, string])[], userAgent: string) =>
  names.find(([pattern]) => pattern.test(userAgent))?.[1];

export interface Device {
  /** "Firefox on Linux"; the raw user agent if it is unknown. */
  name: string;
  isPhone: boolean;
}

/** "Firefox on Linux", or the part that is known; undefined if nothing is. */
export function knownDevice(userAgent: string): string | undefined {
  const browser = nameIn(BROWSERS, userAgent);
  const system = nameIn(SYSTEMS, userAgent);
  return browser && system ? `${browser} on ${system}` : (browser ?? system);
}

/**
 * The browser and system that a `User-Agent` names, for people; the beginning of the text if it
 * names neither.
 */
export function deviceOf(userAgent: string): Device {
  const name = knownDevice(userAgent) ?? (userAgent.slice(0, 60) || 'Unknown browser');
  return { name, isPhone: PHONES.includes(nameIn(SYSTEMS, userAgent) ?? '') };
}
