/**
 * Runs a program, and ends it when standard input closes: the system closes that even where
 * whoever held the other end was killed. Its arguments are the signal, the program and its own.
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
// Whatever else ends this process is passed on in the same way.
for (const name of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.on(name, () => child.kill(name));
}
