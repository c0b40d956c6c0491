/**
 * One port for HTTP/1.1 and HTTP/2, with or without TLS. ALPN or the first bytes of a connection
 * decide on its protocol.
 */
import { createServer } from 'node:net';
import type { Server, Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import type { TLSSocket } from 'node:tls';
import { maxHeaderMs } from '#lib/transport/http/limits.ts';

export interface Speakers {
  http1(socket: Socket): void;
  http2(socket: Socket): void;
  /** Tells the client that it is late, and ends the connection. */
  late(socket: Socket): void;
}

/** Both in PEM. */
export interface Certificate {
  cert: Buffer;
  key: Buffer;
}

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

export function createPort(speakers: Speakers, certificate?: Certificate): Server {
  const accept = (socket: Socket) => tell(socket, speakers);
  // HTTP/1.1 clients may end their half of the connection and still wait for the response.
  if (certificate === undefined) {
    return createServer({ ...CONNECTIONS, allowHalfOpen: true }, accept);
  }
  const server = createTlsServer(
    {
      ...CONNECTIONS,
      ...certificate,
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
function tell(socket: Socket, speakers: Speakers): void {
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
    if (start.toString('latin1') === PREFACE) speakers.http2(socket);
    else speakers.http1(socket);
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
