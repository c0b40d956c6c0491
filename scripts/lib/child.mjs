/** Runs other programs and passes signals on to them. */
import { spawn } from 'node:child_process';
import { constants } from 'node:os';

const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

/**
 * @typedef {object} RunOptions
 * @property {Record<string, string | undefined>} [env] on top of this process's own
 * @property {boolean} [quiet] keeps the output instead of showing it
 * @property {string} [cwd]
 * @property {boolean} [shell]
 */

/**
 * @param {string} command
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<{ code: number, output: string }>} 128 and the signal's number where one ended it
 */
export function run(command, args, { env = {}, quiet = false, cwd, shell = false } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      env: /** @type {NodeJS.ProcessEnv} */ ({ ...process.env, ...env }),
      stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
      cwd,
      shell,
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text) => (output += text));
    }
    /** @param {NodeJS.Signals} signal */
    const pass = (signal) => child.kill(signal);
    for (const signal of SIGNALS) process.on(signal, pass);
    const watch = whenOrphaned(() => child.kill('SIGTERM'));
    const done = () => {
      clearInterval(watch);
      SIGNALS.forEach((signal) => process.off(signal, pass));
    };
    child.on('error', (error) => {
      done();
      reject(error);
    });
    child.on('close', (code, signal) => {
      done();
      resolve({ code: code ?? 128 + (signal ? constants.signals[signal] : 1), output });
    });
  });
}

/**
 * npm sends a signal to the shell between npm and this process, and that shell ends without passing
 * the signal on. So a missing parent process is treated as a signal.
 *
 * @param {() => void} stop
 */
function whenOrphaned(stop) {
  const parent = process.ppid;
  return setInterval(() => {
    if (process.ppid !== parent) stop();
  }, 500);
}
