/** Sends a message to the target of a webhook. No redirect is followed. */
import type { IncomingMessage } from 'node:http';
import { eitherSignal } from '#lib/abort-signals.ts';
import { config, type Config } from '#lib/config.ts';
import { PRIVATE_NETWORKS } from './addresses.ts';
import { connectionProblem, parseAddress, portOf, send } from './guarded-request.ts';
import type { Bounds, FetchError } from './guarded-request.ts';

/** How much of the answer is kept. */
const ANSWER_BYTES = 4 * 1024;

/** What came of it. */
export interface WebhookAnswer {
  /** Null where there was no answer. */
  status: number | null;
  /** Why not, such as `REFUSED`; '' where there was one. */
  problem: string;
  /** The first bytes of its body. */
  answer: string;
  retryAfter: string | null;
  milliseconds: number;
}

interface Posting {
  /** Ends it, with a problem as its result. */
  signal?: AbortSignal | undefined;
  /** Whether an operator named the address, on the command line: it may be private. */
  isByOperator?: boolean;
}

export async function postWebhook(
  address: string,
  { body, headers }: { body: string; headers: Record<string, string> },
  { signal, isByOperator = false }: Posting = {},
): Promise<WebhookAnswer> {
  const begun = performance.now();
  const milliseconds = () => Math.round(performance.now() - begun);
  try {
    const allowed = isByOperator ? BY_OPERATOR : config();
    const url = parseAddress(address, undefined, allowed.plainWebhooks);
    const bounds = boundsOf(url, allowed, signal);
    const response = await send(url, bounds, { method: 'POST', headers, body });
    return {
      status: response.statusCode ?? 0,
      problem: '',
      answer: await firstBytes(response),
      retryAfter: response.headers['retry-after'] ?? null,
      milliseconds: milliseconds(),
    };
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'FetchError') throw error;
    const problem = problemOf(error as FetchError);
    return { status: null, problem, answer: '', retryAfter: null, milliseconds: milliseconds() };
  }
}

/** A name that resolves to a private address answers as one that does not resolve, so nobody learns which there are. */
function problemOf({ problem, found }: FetchError): string {
  if (problem !== 'UNREACHABLE') return problem;
  const known = connectionProblem(found);
  return known === 'PRIVATE' ? 'DNS' : known;
}

type Allowed = Pick<Config, 'privateWebhooks' | 'plainWebhooks'>;

const BY_OPERATOR: Allowed = { privateWebhooks: PRIVATE_NETWORKS, plainWebhooks: true };

function boundsOf(
  url: URL,
  { privateWebhooks, plainWebhooks }: Allowed,
  signal: AbortSignal | undefined,
): Bounds {
  const timeoutMs = config().pace.webhookTimeoutMs;
  return {
    origin: url.origin,
    loopbackPort: plainWebhooks ? null : portOf(url),
    privateNetworks: privateWebhooks,
    setting: 'GROVE_ALLOW_PRIVATE_WEBHOOKS',
    mayBePlain: plainWebhooks,
    signal: eitherSignal(AbortSignal.timeout(timeoutMs), signal),
    timeoutMs,
  };
}

/** An answer counts once its headers are there, even if its body breaks. */
async function firstBytes(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= ANSWER_BYTES) break;
    }
  } catch {
    // What arrived is kept.
  }
  response.destroy();
  // PostgreSQL stores no NUL.
  return Buffer.concat(chunks).subarray(0, ANSWER_BYTES).toString().replaceAll('\0', '');
}
