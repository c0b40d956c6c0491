/** The target of webhooks: keeps what it got, and answers as a test says. */
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that the receiver got. */
export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  /** As it was sent: the signature is over these characters. */
  body: string;
  /** The type of the CloudEvent. */
  type: string;
  /** Its id and its subject. */
  id: string;
  subject: string;
}

/** What it answers; 204 without one. Async, so that a test may let a request wait. */
export type Answering = (
  got: Received,
  response: ServerResponse,
) => number | void | Promise<number | void>;

export interface WebhookReceiver {
  /** Its address without a path. */
  url: string;
  received: Received[];
  /** What it got at the path, in its order. */
  at(path: string): Received[];
  /** How requests for the path are answered from now on. */
  answer(path: string, answering: Answering): void;
  stop(): Promise<void>;
}

export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const received: Received[] = [];
  const answers = new Map<string, Answering>();
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString();
    const path = request.url ?? '';
    const { type = '', id = '', subject = '' } = JSON.parse(body) as Partial<Received>;
    const got = { path, headers: request.headers, body, type, id, subject };
    received.push(got);
    const status = await answers.get(path)?.(got, response);
    if (!response.writableEnded) response.writeHead(status ?? 204).end();
  };
  const server = createServer((request, response) => void take(request, response));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    at: (path) => received.filter((one) => one.path === path),
    answer: (path, answering) => answers.set(path, answering),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
