/**
 * One port for HTTP/1.1 and HTTP/2, with or without TLS. ALPN or the first bytes of a connection
 * decide on its protocol.
 */
import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, Server as TlsServer } from 'node:tls';
import type { SecureContextOptions, TLSSocket } from 'node:tls';
import { maxHeaderMs } from '#lib/transport/http/limits.ts';
import type { Certificate } from './certificate.ts';

export interface Speakers {
  http1(socket: Socket): void;
  http2(socket: Socket): void;
  /** Answers that the client is late, and ends the connection. */
  late(socket: Socket): void;
}

/**
 * The suites of TLS 1.3, and those of TLS 1.2 with forward secrecy and authenticated encryption
 * (RFC 9325, 4.2).
 */
const CIPHERS = [
  'TLS_AES_128_GCM_SHA256',
  'TLS_AES_256_GCM_SHA384',
  'TLS_CHACHA20_POLY1305_SHA256',
  ...['ECDSA', 'RSA'].flatMap((kind) => [
    `ECDHE-${kind}-AES128-GCM-SHA256`,
    `ECDHE-${kind}-AES256-GCM-SHA384`,
    `ECDHE-${kind}-CHACHA20-POLY1305`,
  ]),
].join(':');

/**
 * The start of an HTTP/2 connection with prior knowledge. No method of HTTP/1.1 starts like this.
 */
const PREFACE = 'PRI';

const CONNECTIONS = {
  noDelay: true,
  // Detects clients that have disappeared, even if nothing is sent to them.
  keepAlive: true,
  keepAliveInitialDelay: 60_000,
};

const secured = (certificate: Certificate): SecureContextOptions => ({
  ...certificate,
  minVersion: 'TLSv1.2',
  ciphers: CIPHERS,
});

/** New connections get the renewed certificate. A port without TLS has no use for one. */
export function renewCertificate(port: Server, certificate: Certificate): void {
  if (port instanceof TlsServer) port.setSecureContext(secured(certificate));
}

export function createPort(speakers: Speakers, certificate?: Certificate): Server {
  const accept = (socket: Socket) => handOver(socket, speakers);
  // HTTP/1.1 clients may end their half of the connection and still wait for the response.
  if (certificate === undefined) {
    return createServer({ ...CONNECTIONS, allowHalfOpen: true }, accept);
  }
  const server = createTlsServer(
    {
      ...CONNECTIONS,
      ...secured(certificate),
      ALPNProtocols: ['h2', 'http/1.1'],
      handshakeTimeout: maxHeaderMs(),
    },
    (socket: TLSSocket) => {
      if (socket.alpnProtocol === 'h2') speakers.http2(socket);
      else accept(socket);
    },
  );
  server.on('tlsClientError', (_, socket) => socket.destroy());
  return server;
}

/**
 * Waits for the first bytes, puts them back, and hands the connection to the server of its
 * protocol.
 */
function handOver(socket: Socket, speakers: Speakers): void {
  const silent = setTimeout(() => {
    forget();
    speakers.late(socket);
  }, maxHeaderMs());
  const look = () => {
    // Null until enough bytes have arrived. Fewer if the client ended its half without sending
    // more.
    const start = socket.read(PREFACE.length) as Buffer | null;
    if (start === null) return;
    forget();
    socket.unshift(start);
    if (start.toString('latin1') !== PREFACE) return speakers.http1(socket);
    // HTTP/2 has no half connections: one that its client has ended would stay open.
    socket.allowHalfOpen = false;
    speakers.http2(socket);
  };
  const drop = () => {
    forget();
    socket.destroy();
  };
  const forget = () => {
    clearTimeout(silent);
    socket.off('readable', look);
    socket.off('end', drop);
    socket.off('error', drop);
    socket.off('close', forget);
  };
  socket.on('readable', look);
  socket.on('end', drop);
  socket.on('error', drop);
  socket.on('close', forget);
}
