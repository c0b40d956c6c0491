/** Who may read the metrics: whoever reaches a port of their own, or has a token. Nobody unless set. */
import { OperatorError } from '#lib/operator-error.ts';
import type { Settings } from './declared.ts';
import { readFile } from './kinds/values.ts';

const FEWEST_CHARACTERS = 16;

/**
 * Where metrics are served.
 *
 * @returns undefined if nobody may, so that nothing is measured.
 */
export function readMetrics(settings: Settings) {
  const port = settings('GROVE_METRICS_PORT');
  const file = settings('GROVE_METRICS_TOKEN_FILE');
  if (port === undefined && file === undefined) return undefined;
  return {
    /** The address and port that answer nothing else. */
    listen: port === undefined ? undefined : { host: settings('GROVE_METRICS_HOST'), port },
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
