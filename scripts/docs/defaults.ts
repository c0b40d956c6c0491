/** The table of defaults in docs/security.md. */
import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { parse } from 'yaml';
import { valueAt } from '#lib/aip/field-mask.ts';
import type { JsonObject } from '#lib/aip/json.ts';
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

/** @throws Error for a setting without its one row, and for a default that its file no longer has. */
export function defaults(): string {
  const rows = [...OF_SETTINGS.flatMap(([names]) => names), ...OTHERS];
  const names = Object.keys(SETTINGS) as SettingName[];
  const wrong = names.filter((name) => rows.filter((one) => one === name).length !== 1);
  if (wrong.length > 0) {
    throw new Error(`scripts/docs/defaults-of-settings.ts must name once: ${wrong.join()}`);
  }
  for (const [file, given] of OF_DEPLOY.flatMap(([made]) => made)) {
    if (isMade(`deploy/${file}`, given)) continue;
    throw new Error(`deploy/${file} lacks what docs/security.md says of it: ${given}`);
  }
  return table(
    ['Default', 'Protects', 'Changing it costs'],
    [
      ...OF_SETTINGS.map(([names, ...rest]) => [names.map(setting).join(', '), ...rest]),
      ...OF_DEPLOY.map(([, ...cells]) => cells),
    ],
  );
}

/** What a line sets: `timeout client` of `timeout client 60s`. */
const NAME = /^(?:timeout )?[\w.-]+/;

/** Whether the file makes the setting, and nowhere another one of its name. */
function isMade(path: string, given: string): boolean {
  const text = readFileSync(path, 'utf8');
  // Templates of the chart are no YAML before they are filled in.
  if (path.endsWith('.yaml') && !text.includes('{{')) {
    const [key = '', value = ''] = given.split(/: (.*)/s);
    // A name that stands twice is an error of YAML.
    const made = valueAt(parse(text, { merge: true }) as JsonObject, key);
    return isDeepStrictEqual(made, parse(value));
  }
  const lines = text.split('\n').map((line) => line.trim());
  const nameOf = (line: string) => NAME.exec(line)?.[0];
  const alike = lines.filter((line) => nameOf(line) === nameOf(given));
  return alike.length === 1 && alike[0] === given;
}
