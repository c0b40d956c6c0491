/**
 * `npm run -s grove -- …`: commands for operators that work beside the server, on the same
 * data folder. Standard output carries only the result.
 */
import { runCommand } from './run.ts';

const { out, err, code } = await runCommand(process.argv.slice(2));
process.stdout.write(out);
process.stderr.write(err);
// A command that found something wrong has set its own.
if (code !== 0) process.exitCode = code;
