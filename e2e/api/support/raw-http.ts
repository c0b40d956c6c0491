/** Raw HTTP, for requests that no client would send. */
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import type { TestGrove } from '../harness.ts';

export interface RawAnswer {
  status: number;
  /** Lower-case names; the last value of repeated ones. */
  headers: Map<string, string>;
  body: string;
}

export interface Sending {
  /** Closes the client's half of the connection after the bytes. */
  halfClose?: boolean;
  /** Responses to HEAD have a length, but no body. */
  isHead?: boolean;
  timeoutMs?: number;
}

const STREAM = '\r\ncontent-type: text/event-stream';

export function openSocket(grove: TestGrove): Socket {
  return connect(Number(new URL(grove.url).port), '127.0.0.1');
}

/**
 * Sends exactly these bytes and reads until the server closes.
 *
 * @returns the final responses, without informational ones.
 * @throws Error if the server does not close in time.
 */
export function sendRaw(
  grove: TestGrove,
  bytes: string | Uint8Array,
  { halfClose = false, isHead = false, timeoutMs = 20_000 }: Sending = {},
): Promise<RawAnswer[]> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = openSocket(grove);
    const late = setTimeout(() => {
      socket.destroy();
      reject(new Error(`no end within ${timeoutMs} ms after: ${Buffer.concat(chunks).toString()}`));
    }, timeoutMs);
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      // A stream of events ends with its client.
      if (Buffer.concat(chunks).includes(STREAM) && !socket.writableEnded) socket.end();
    });
    // A server that refuses a request need not read the rest. Only its response matters.
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      clearTimeout(late);
      resolve(parseAnswers(Buffer.concat(chunks), isHead));
    });
    if (halfClose) socket.end(bytes);
    else socket.write(bytes);
  });
}

function parseAnswers(bytes: Buffer, isHead: boolean): RawAnswer[] {
  const answers: RawAnswer[] = [];
  for (let rest = bytes; rest.length > 0;) {
    const end = rest.indexOf('\r\n\r\n');
    const head = rest.subarray(0, end === -1 ? rest.length : end).toString('latin1');
    const [first = '', ...lines] = head.split('\r\n');
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(first)?.[1]);
    const headers = new Map(
      lines.map((line) => {
        const colon = line.indexOf(':');
        return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
      }),
    );
    const isInterim = status >= 100 && status < 200;
    const start = end === -1 ? rest.length : end + 4;
    // Bytes that are not HTTP get a response with a body, even if they say HEAD.
    const isBodiless = isInterim || status === 304 || (isHead && rest[start] !== '{'.charCodeAt(0));
    const { body, end: next } = isBodiless
      ? { body: '', end: start }
      : bodyAt(rest, start, headers);
    if (!isInterim) answers.push({ status, headers, body });
    rest = rest.subarray(next);
  }
  return answers;
}

/** The body that starts there, and its end. Without a length, the body ends with the connection. */
function bodyAt(
  bytes: Buffer,
  start: number,
  headers: ReadonlyMap<string, string>,
): { body: string; end: number } {
  if (headers.get('transfer-encoding') === 'chunked') return chunkedBodyAt(bytes, start);
  const length = headers.get('content-length');
  const end = length === undefined ? bytes.length : start + Number(length);
  return { body: bytes.subarray(start, end).toString(), end };
}

/** @throws Error if the last chunk is missing. */
function chunkedBodyAt(bytes: Buffer, start: number): { body: string; end: number } {
  const chunks: Buffer[] = [];
  for (let at = start; ;) {
    const lineEnd = bytes.indexOf('\r\n', at);
    const size = lineEnd === -1 ? NaN : Number.parseInt(bytes.toString('latin1', at, lineEnd), 16);
    if (Number.isNaN(size)) throw new Error(`cut off after ${Buffer.concat(chunks).toString()}`);
    const data = lineEnd + 2;
    chunks.push(bytes.subarray(data, data + size));
    at = data + size + 2;
    if (size === 0) return { body: Buffer.concat(chunks).toString(), end: at };
  }
}
