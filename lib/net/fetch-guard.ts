/**
 * Fetches an issuer's JSON without letting the issuer reach the network that Grove runs in.
 * Redirects, time and size are bounded.
 */
import { eitherSignal } from '#lib/abort-signals.ts';
import { config } from '#lib/config.ts';
import { FetchError, parseAddress, portOf, readBody, send, shown } from './guarded-request.ts';
import type { Bounds, Sending } from './guarded-request.ts';

const MAX_BYTES = 1024 * 1024;
const MAX_REDIRECTS = 2;

/**
 * One deadline for everything that is fetched within these bounds.
 *
 * @param signal ends it earlier.
 */
export function boundsOf(issuer: string, signal?: AbortSignal): Bounds {
  const { privateIssuers, pace } = config();
  const timeoutMs = pace.fetchTimeoutMs;
  const registered = parseAddress(issuer);
  return {
    origin: registered.origin,
    loopbackPort: portOf(registered),
    privateNetworks: privateIssuers,
    setting: 'GROVE_ALLOW_PRIVATE_ISSUERS',
    signal: eitherSignal(AbortSignal.timeout(timeoutMs), signal),
    timeoutMs,
  };
}

/**
 * Follows redirects only if the request carries no secret.
 *
 * @throws FetchError for anything but a JSON response with status 200 within the bounds.
 */
export async function fetchJson(
  address: string,
  bounds: Bounds,
  sending: Sending = {},
): Promise<unknown> {
  const isPlain = Object.keys(sending).length === 0;
  let url = parseAddress(address);
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const response = await send(url, bounds, sending);
    const { location } = response.headers;
    const status = response.statusCode ?? 0;
    if (isPlain && status >= 300 && status < 400 && location !== undefined) {
      response.destroy();
      url = parseAddress(location, url);
      continue;
    }
    if (status !== 200) {
      response.destroy();
      throw new FetchError(
        'HTTP_STATUS',
        `${shown(url, bounds)} answered with status ${status}`,
        String(status),
      );
    }
    const body = await readBody(response, url, bounds, MAX_BYTES);
    return parseBody(body.toString(), shown(url, bounds));
  }
  throw new FetchError(
    'TOO_MANY_REDIRECTS',
    `${shown(parseAddress(address), bounds)} redirects more than ${MAX_REDIRECTS} times`,
  );
}

function parseBody(text: string, address: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new FetchError('NOT_JSON', `${address} did not answer with JSON`);
  }
}
