/** The server: one port for everything, and its orderly stop. */
import type { Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { config } from '#lib/config.ts';
import { answer, type Pages } from './answer.ts';
import { createRpcHandler } from '#lib/transport/grpc/handler.ts';
import { drain } from '#lib/transport/host/stopping.ts';
import { boundedConnections } from '#lib/transport/http/connections.ts';
import { createHttp1 } from './http1.ts';
import { createHttp2 } from './http2.ts';
import type { Certificate } from './certificate.ts';
import { createPort, renewCertificate } from './port.ts';
import { refuseBytes } from './refusals.ts';

/** The server of one port: REST, gRPC and pages. */
export interface GroveServer {
  http: Server;
  /**
   * @returns where it listens.
   * @throws errors of `net.Server` if it cannot listen there.
   */
  listen(port: number, host: string): Promise<AddressInfo>;
  renew(certificate: Certificate): void;
  /**
   * Drains, stops accepting connections, waits for running requests, then ends the rest.
   *
   * @param graceMs how long it waits, without draining; the settings decide unless given.
   */
  close(graceMs?: number): Promise<void>;
}

/**
 * The server of one port: HTTP/1.1, HTTP/2 and gRPC, with TLS if there is a certificate. `pages` gets the requests
 * that are not for the API.
 */
export function createGroveServer(pages: Pages = {}, certificate?: Certificate): GroveServer {
  const stopping = new AbortController();
  const others = { rpc: createRpcHandler(stopping.signal), pages };
  let isEnding = false;
  const sockets = new Set<Socket>();
  const http1 = createHttp1((message, response) => {
    response.on('close', () => {
      // Not while it drains: a request may be on its way on a connection that is idle here.
      if (isEnding) setImmediate(() => http1.closeIdleConnections());
    });
    if (stopping.signal.aborted) response.setHeader('connection', 'close');
    answer(message, response, others);
  });
  // Otherwise Node drops what it has not answered when the client ends its half of the connection.
  Object.assign(http1, { httpAllowHalfOpen: true });
  const http2 = createHttp2((message, response) => answer(message, response, others));
  const port = createPort(
    {
      http1: (socket) => http1.emit('connection', socket),
      http2: (socket) => http2.server.emit('connection', socket),
      late: (socket) => void refuseBytes({ code: 'ERR_HTTP_REQUEST_TIMEOUT' }, socket),
    },
    certificate,
  );
  const admit = boundedConnections();
  port.on('connection', (socket) => {
    if (!admit(socket)) return;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  // This server never listens itself, but from then on it enforces the timeouts of its connections.
  port.on('listening', () => http1.emit('listening'));
  const listen = (number: number, host: string) =>
    new Promise<AddressInfo>((resolve, reject) => {
      port.once('error', reject);
      port.listen(number, host, () => resolve(port.address() as AddressInfo));
    });
  const end = (graceMs: number) =>
    new Promise<void>((resolve) => {
      isEnding = true;
      const cut = setTimeout(() => sockets.forEach((socket) => socket.destroy()), graceMs);
      port.close(() => {
        clearTimeout(cut);
        resolve();
      });
      http1.close();
      http2.close();
    });
  const close = async (graceMs?: number) => {
    stopping.abort();
    if (graceMs === undefined) await drain();
    await end(graceMs ?? config().bounds.stopSeconds * 1_000);
  };
  const renew = (renewed: Certificate) => renewCertificate(port, renewed);
  return { http: http1, listen, renew, close };
}
