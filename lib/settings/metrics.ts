/** Who may read the metrics: whoever reaches a port of their own, or has a token. Nobody unless set. */
import { OperatorError } from '#lib/operator-error.ts';
import { readFile, readPath, readPort, valueOf, type Environment } from './environment.ts';

const FEWEST_CHARACTERS = 16;

/**
 * Where metrics are served.
 *
 * @param directory the folder that a relative path begins in.
 * @returns undefined if nobody may, so that nothing is measured.
 */
export function readMetrics(env: Environment, directory: string) {
  const port = valueOf('GROVE_METRICS_PORT', env);
  const file = readPath('GROVE_METRICS_TOKEN_FILE', env, directory);
  if (port === '' && file === undefined) return undefined;
  return {
    /** The address and port that answer nothing else. */
    listen:
      port === ''
        ? undefined
        : {
            host: valueOf('GROVE_METRICS_HOST', env),
            port: readPort('GROVE_METRICS_PORT', port),
          },
    /** The bearer token for `/metrics`, on the port of the API too. */
    token: file === undefined ? undefined : readToken(file),
  };
}

function readToken(path: string): string {
  const token = readFile(path, 'GROVE_METRICS_TOKEN_FILE').toString('utf8').trim();
  if (/^[!-~]+$/.test(token) && token.length >= FEWEST_CHARACTERS) return token;
  throw new OperatorError(
    `GROVE_METRICS_TOKEN_FILE ${path} must have at least ${FEWEST_CHARACTERS} characters without spaces`,
  );
}
