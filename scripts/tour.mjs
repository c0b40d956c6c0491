/** `npm run tour` and `npm run screenshots`: Grove shown with the demo's data. */
import { parseArgs } from 'node:util';
import { playwright } from './lib/playwright.mjs';
import { fail, note } from './lib/report.mjs';

const DEFAULT_SLOW_MS = '400';

/**
 * Plays the tour at a pace that people can follow, and records it.
 *
 * @param {string[]} args
 */
export async function tour(args) {
  const { slow, headed } = options(args);
  const code = await playwright('e2e/tour/playwright.config.ts', headed ? ['--headed'] : [], {
    GROVE_TOUR_SLOW: slow,
  });
  if (code === 0) note('The video is test-results/tour.webm');
  return code;
}

/** Takes the pictures of the README. */
export function screenshots() {
  return playwright('e2e/screenshots/playwright.config.ts', []);
}

/** @param {string[]} args */
function options(args) {
  try {
    const { values } = parseArgs({
      args,
      options: {
        slow: { type: 'string', default: DEFAULT_SLOW_MS },
        headed: { type: 'boolean', default: false },
      },
    });
    if (!/^\d{1,5}$/.test(values.slow)) throw new Error('--slow takes a number of milliseconds');
    return values;
  } catch (error) {
    return fail(/** @type {Error} */ (error).message);
  }
}
