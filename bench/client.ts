/**
 * A small HTTP/1.1 client, so that the measurement is of the server: one connection, one request at
 * a time.
 */
import { connect } from 'node:net';
import type { Socket } from 'node:net';

export interface Reply {
  status: number;
  body: Buffer;
}

const HEAD_END = Buffer.from('\r\n\r\n');

/** For servers that announce each body's length, as both servers do. */
export class Connection {
  readonly #socket: Socket;
  #chunks: Buffer[] = [];
  #size = 0;
  #waiting: { resolve(reply: Reply): void; reject(error: Error): void } | undefined;

  constructor(port: number) {
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true });
    this.#socket.on('data', (chunk) => this.#take(chunk));
    this.#socket.on('error', (error) => this.#fail(error));
    this.#socket.on('close', () => this.#fail(new Error('the server closed the connection')));
  }

  send(
    method: string,
    path: string,
    token: string,
    body?: string,
    headers: readonly string[] = [],
  ): Promise<Reply> {
    const lines = [
      `${method} ${path} HTTP/1.1`,
      'host: localhost',
      `authorization: Bearer ${token}`,
      ...headers,
      ...(body === undefined
        ? []
        : ['content-type: application/json', `content-length: ${Buffer.byteLength(body)}`]),
    ];
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      this.#socket.write(`${lines.join('\r\n')}\r\n\r\n${body ?? ''}`);
    });
  }

  close(): void {
    this.#waiting = undefined;
    this.#socket.destroy();
  }

  #take(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    const [first] = this.#chunks;
    if (first === undefined) return;
    const end = first.indexOf(HEAD_END);
    // A head that arrives in several pieces is joined first.
    if (end === -1) this.#chunks = [Buffer.concat(this.#chunks)];
    else this.#finish(first.toString('latin1', 0, end), end + HEAD_END.length);
  }

  #finish(head: string, start: number): void {
    const length = Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? Number.NaN);
    if (Number.isNaN(length)) return this.#fail(new Error(`a reply without a length: ${head}`));
    if (this.#size < start + length) return;
    const all = Buffer.concat(this.#chunks);
    this.#chunks = [];
    this.#size = 0;
    const waiting = this.#waiting;
    this.#waiting = undefined;
    waiting?.resolve({ status: Number(head.slice(9, 12)), body: all.subarray(start) });
  }

  #fail(error: Error): void {
    this.#waiting?.reject(error);
    this.#waiting = undefined;
  }
}
