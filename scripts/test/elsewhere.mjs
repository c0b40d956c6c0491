/**
 * Runs the checks and the unit tests in an unusual place: a folder whose name has blanks, brackets and
 * letters outside of ASCII, as a user who is not root, in another time zone and locale.
 */
import { chownSync, cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../lib/child.mjs';
import { failure, NOTHING } from './count.mjs';

/** @typedef {import('./count.mjs').Count} Count */

/** The user that Debian calls `nobody`. */
const NOBODY = 65_534;
const SETTINGS = { TZ: 'Pacific/Kiritimati', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' };
const PARTS = ['checks', 'unit'];
const LAST_LINE = /(\d+) passed, (\d+) failed\s*$/;

/** @returns {Promise<Count>} */
export async function elsewhere() {
  const folder = mkdtempSync(join(tmpdir(), 'grove elsewhere [ä] '));
  try {
    const clone = join(folder, 'grove');
    const { code, output } = await run('git', ['clone', '--quiet', '.', clone], { quiet: true });
    if (code !== 0) return failure('clone', output);
    for (const name of ['node_modules', 'lib/generated']) {
      cpSync(name, join(clone, name), { recursive: true, verbatimSymlinks: true });
    }
    const node = join(folder, 'node');
    cpSync(process.execPath, node);
    return await testIn(clone, node, folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * @param {string} clone
 * @param {string} node
 * @param {string} home
 * @returns {Promise<Count>}
 */
async function testIn(clone, node, home) {
  const isRoot = process.getuid?.() === 0;
  if (isRoot) giveTo(NOBODY, home);
  const as = isRoot ? ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups'] : [];
  const [command = node, ...args] = [...as, node, 'scripts/run.mjs', 'test', ...PARTS];
  const { code, output } = await run(command, args, {
    quiet: true,
    cwd: clone,
    env: { ...SETTINGS, HOME: home, TMPDIR: home },
  });
  const [, passed = 0, failed = 0] = LAST_LINE.exec(output) ?? [];
  if (code === 0) return { ...NOTHING, passed: Number(passed), output };
  return { ...failure('in another folder', output), failed: Number(failed) || 1 };
}

/**
 * @param {number} uid
 * @param {string} folder
 */
function giveTo(uid, folder) {
  chownSync(folder, uid, uid);
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isSymbolicLink()) chownSync(join(entry.parentPath, entry.name), uid, uid);
  }
}
