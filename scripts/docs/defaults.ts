/** The table of defaults in docs/security.md. */
import { readFileSync } from 'node:fs';
import { SETTINGS, standardOf } from '#lib/settings/declared.ts';
import type { SettingName } from '#lib/settings/declared.ts';
import { OF_DEPLOY } from './defaults-of-deploy.ts';
import { OF_SETTINGS, OTHERS } from './defaults-of-settings.ts';
import { code, table } from './tables.ts';

/** `NAME` and its default. */
function setting(name: SettingName): string {
  const standard = standardOf(name);
  return standard === undefined ? code(name) : `${code(name)} ${code(standard)}`;
}

/** @throws Error for a setting without a row, and for a default that its file no longer has. */
export function defaults(): string {
  const covered = new Set([...OF_SETTINGS.flatMap(([names]) => names), ...OTHERS]);
  const missing = Object.keys(SETTINGS).filter((name) => !covered.has(name as SettingName));
  if (missing.length > 0)
    throw new Error(`scripts/docs/defaults-of-settings.ts lacks ${missing.join()}`);
  for (const [file, text] of OF_DEPLOY.flatMap(([made]) => made)) {
    if (readFileSync(`deploy/${file}`, 'utf8').includes(text)) continue;
    throw new Error(`deploy/${file} lacks what docs/security.md says of it: ${text}`);
  }
  return table(
    ['Default', 'Protects', 'Changing it costs'],
    [
      ...OF_SETTINGS.map(([names, ...rest]) => [names.map(setting).join(', '), ...rest]),
      ...OF_DEPLOY.map(([, ...cells]) => cells),
    ],
  );
}
