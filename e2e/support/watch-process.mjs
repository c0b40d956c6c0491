/**
 * Runs a program, and ends it when standard input closes. The system closes it even if the parent
 * was killed. The arguments are the signal, the program and the program's arguments.
 */
import { spawn } from 'node:child_process';

const [signal, command = '', ...args] = process.argv.slice(2);

const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'] });
child.on('error', (error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
child.on('exit', (code) => process.exit(code ?? 1));
process.stdin.resume().on('close', () => child.kill(/** @type {NodeJS.Signals} */ (signal)));
// Other signals that end this process are passed on in the same way.
for (const name of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.on(name, () => child.kill(name));
}
