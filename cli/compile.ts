/**
 * Loads what the command line loads, so that Node.js keeps it compiled. A process that finds all
 * its modules compiled needs no compiler of TypeScript, which takes 30 MB in each thread.
 *
 * @see https://nodejs.org/api/module.html#module-compile-cache
 */
import '#lib/import/advisories/thread/entry.ts';
import '#lib/service/keys/encryption-keys.ts';
import { COMMANDS } from './commands.ts';
import './help.ts';

await Promise.all(Object.values(COMMANDS).map((load) => load()));
