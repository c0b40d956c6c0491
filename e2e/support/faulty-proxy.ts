/**
 * A proxy in front of a registry. It forwards every request that the test does not intercept.
 */
import { createServer, request as httpRequest } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Returns true if it has answered the request itself; false forwards the request. */
export type Fault = (message: IncomingMessage, response: ServerResponse) => boolean;

export interface FaultyProxy {
  url: string;
  port: number;
  /** The requests: method, path and query. */
  seen: string[];
  fault: Fault;
  close(): Promise<void>;
}

/** @param ownPort by default a free port. */
export async function startProxy(registryPort: number, ownPort = 0): Promise<FaultyProxy> {
  const server = createServer((message, response) => {
    proxy.seen.push(`${message.method} ${message.url}`);
    if (proxy.fault(message, response)) return;
    const { method, url: path, headers } = message;
    const onward = httpRequest({ port: registryPort, host: '127.0.0.1', method, path, headers });
    onward.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    message.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(ownPort, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const proxy: FaultyProxy = {
    url: `http://127.0.0.1:${port}`,
    port,
    seen: [],
    fault: () => false,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return proxy;
}
