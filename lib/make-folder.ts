import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Creates a folder and its parents, accessible only to the operator.
 *
 * Node's recursive mkdir never returns on file systems that refuse with ENOENT, such as /proc.
 */
export function makeFolder(path: string): void {
  if (statSync(/* turbopackIgnore: true */ path, { throwIfNoEntry: false })?.isDirectory() === true)
    return;
  if (dirname(path) !== path) makeFolder(dirname(path));
  try {
    mkdirSync(/* turbopackIgnore: true */ path, { mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EEXIST') throw error;
    if (statSync(/* turbopackIgnore: true */ path).isDirectory()) return;
    throw Object.assign(new Error(`${path} is not a folder`), { code: 'ENOTDIR' });
  }
}
