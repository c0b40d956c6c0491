/** Sends a message to the target of a webhook. No redirect is followed. */
import type { IncomingMessage } from 'node:http';
import { eitherSignal } from '#lib/abort-signals.ts';
import { config } from '#lib/config.ts';
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

/** @param signal ends it, with a problem as its result. */
export async function postWebhook(
  address: string,
  body: string,
  headers: Record<string, string>,
  signal?: AbortSignal,
): Promise<WebhookAnswer> {
  const begun = performance.now();
  const milliseconds = () => Math.round(performance.now() - begun);
  try {
    const { plainWebhooks } = config();
    const url = parseAddress(address, undefined, plainWebhooks);
    const response = await send(url, boundsOf(url, signal), { method: 'POST', headers, body });
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

/** Nobody learns more of a network than that there is no answer. */
const problemOf = ({ problem, found }: FetchError): string =>
  problem === 'UNREACHABLE' && connectionProblem(found) !== 'PRIVATE'
    ? connectionProblem(found)
    : problem;

function boundsOf(url: URL, signal?: AbortSignal): Bounds {
  const { privateWebhooks, plainWebhooks, pace } = config();
  const timeoutMs = pace.webhookTimeoutMs;
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
