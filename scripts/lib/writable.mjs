import { accessSync, constants, mkdirSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fail } from './report.mjs';

/**
 * Ends the process unless this user may write the folder and its entries. Another user may have made it.
 *
 * @param {string} folder
 * @param {string} before the beginning of the message, which says what else the operator may do
 */
export function ensureWritable(folder, before) {
  try {
    mkdirSync(folder, { recursive: true });
    for (const name of ['.', ...readdirSync(folder)]) {
      accessSync(join(folder, name), constants.W_OK);
    }
  } catch {
    fail(`${before} let this user write ${resolve(folder)}`);
  }
}
