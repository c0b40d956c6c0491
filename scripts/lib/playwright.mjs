import { ensureBrowser } from './browser.mjs';
import { run } from './child.mjs';
import { programEnv } from './node.mjs';
import { fail } from './report.mjs';

/**
 * Runs specs that are not tests: the tour, screenshots, measurements.
 *
 * @param {string} config
 * @param {string[]} args
 * @param {Record<string, string>} [env]
 */
export async function playwright(config, args, env = {}) {
  const missing = await ensureBrowser();
  if (missing !== null) fail(missing);
  const cli = 'node_modules/@playwright/test/cli.js';
  const { code } = await run(process.execPath, [cli, 'test', '--config', config, ...args], {
    env: { ...programEnv(), ...env },
  });
  return code;
}
