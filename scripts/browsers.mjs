/** `npm run browsers`: the console in Chromium, Firefox and WebKit. See `e2e/browsers`. */
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { ensurePackages } from './lib/apt.mjs';
import { playwright } from './lib/playwright.mjs';
import { fail } from './lib/report.mjs';

/** Programs of the engines that Playwright does not drive, and the packages that have them. */
const PROGRAMS = {
  chromium: {},
  firefox: { '/usr/bin/firefox-esr': 'firefox-esr' },
  webkit: { '/usr/bin/WebKitWebDriver': 'webkit2gtk-driver', '/usr/bin/Xvfb': 'xvfb' },
};

const ENGINES = /** @type {(keyof typeof PROGRAMS)[]} */ (Object.keys(PROGRAMS));

/** @param {string[]} args */
export async function browsers(args) {
  const { engines, parts } = options(args);
  await ensurePrograms(engines);
  return playwright('e2e/browsers/playwright.config.ts', [
    ...parts,
    ...engines.map((engine) => `--project=${engine}`),
  ]);
}

/** @param {readonly (keyof typeof PROGRAMS)[]} engines */
async function ensurePrograms(engines) {
  const programs = Object.entries(Object.assign({}, ...engines.map((engine) => PROGRAMS[engine])));
  const missing = await ensurePackages({
    what: engines.join(' and '),
    packages: programs.map(([, name]) => name),
    isInstalled: () => programs.every(([program]) => existsSync(program)),
  });
  if (missing !== null) fail(missing);
}

/** @param {string[]} args */
function options(args) {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { screens: { type: 'boolean' }, journeys: { type: 'boolean' } },
    });
    const unknown = positionals.find((name) => !Object.hasOwn(PROGRAMS, name));
    if (unknown !== undefined) throw new Error(`${unknown} is not one of ${ENGINES.join(', ')}`);
    return {
      engines: positionals.length > 0 ? ENGINES.filter((it) => positionals.includes(it)) : ENGINES,
      parts: Object.keys(values).map((part) => `${part}.sweep`),
    };
  } catch (error) {
    return fail(/** @type {Error} */ (error).message);
  }
}
