/** HTTP by the byte, for what no client would send. */
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import type { TestGrove } from '../harness.ts';

export interface RawAnswer {
  status: number;
  /** Names in lower case; of repeated ones the last. */
  headers: Map<string, string>;
  body: string;
}

export interface Sending {
  /** Ends the client's half of the connection after the bytes. */
  halfClose?: boolean;
  /** Answers to a HEAD have a length, but no body. */
  isHead?: boolean;
  timeoutMs?: number;
}

export function openSocket(grove: TestGrove): Socket {
  return connect(Number(new URL(grove.url).port), '127.0.0.1');
}

/**
 * Sends exactly these bytes and reads until the server closes.
 *
 * @returns the answers, final ones only.
 * @throws Error where the server does not close within the time.
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
    socket.on('data', (chunk) => chunks.push(chunk));
    // A server that refuses need not read the rest; what it said is what counts.
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
    // What is not HTTP is answered with a body, even where it says HEAD.
    const isBodiless = isInterim || (isHead && rest[start] !== '{'.charCodeAt(0));
    const length = isBodiless ? 0 : Number(headers.get('content-length') ?? 0);
    const body = rest.subarray(start, start + length).toString();
    if (!isInterim) answers.push({ status, headers, body });
    rest = rest.subarray(start + length);
  }
  return answers;
}
