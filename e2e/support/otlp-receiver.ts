/**
 * A receiver of spans over OTLP/HTTP. It decodes only the fields that tests check.
 *
 * @see https://github.com/open-telemetry/opentelemetry-proto
 */
import { BinaryReader, WireType } from '@bufbuild/protobuf/wire';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface ReceivedSpan {
  traceId: string;
  spanId: string;
  /** '' for the first of a trace. */
  parentId: string;
  traceState: string;
  name: string;
  kind: 'server' | 'client' | 'other';
  hasFailed: boolean;
  attributes: Record<string, string | number>;
  /** The attributes of the span's process. */
  resource: Record<string, string | number>;
}

export interface OtlpReceiver {
  url: string;
  spans: ReceivedSpan[];
  /** The paths and content types of the requests. */
  requests: string[];
  stop(): Promise<void>;
}

export async function startOtlpReceiver(): Promise<OtlpReceiver> {
  const spans: ReceivedSpan[] = [];
  const requests: string[] = [];
  const server = createServer((message, response) => {
    requests.push(`${message.method} ${message.url} ${message.headers['content-type']}`);
    void buffer(message).then((bytes) => {
      spans.push(...readRequest(bytes));
      response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    requests,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

type Values = Map<number, (Uint8Array | number)[]>;

/** The fields of a message by number; integers of 64 bits are skipped unless they are varints. */
function fieldsOf(bytes: Uint8Array): Values {
  const reader = new BinaryReader(bytes);
  const values: Values = new Map();
  while (reader.pos < reader.len) {
    const [number, type] = reader.tag();
    const known = values.get(number) ?? [];
    values.set(number, known);
    if (type === WireType.LengthDelimited) known.push(reader.bytes());
    else if (type === WireType.Varint) known.push(Number(reader.int64()));
    else reader.skip(type);
  }
  return values;
}

const messages = (values: Values, number: number): Uint8Array[] =>
  (values.get(number) ?? []).filter((value) => typeof value !== 'number');

const text = (values: Values, number: number, encoding: BufferEncoding = 'utf8'): string =>
  Buffer.from(messages(values, number)[0] ?? []).toString(encoding);

const enumeration = (values: Values, number: number): number =>
  Number(values.get(number)?.[0] ?? 0);

function readRequest(bytes: Uint8Array): ReceivedSpan[] {
  return messages(fieldsOf(bytes), 1).flatMap((resourceSpans) => {
    const values = fieldsOf(resourceSpans);
    const resource = attributesOf(fieldsOf(messages(values, 1)[0] ?? new Uint8Array()), 1);
    const scopes = messages(values, 2).map(fieldsOf);
    return scopes.flatMap((scope) => messages(scope, 2).map((span) => readSpan(span, resource)));
  });
}

function readSpan(bytes: Uint8Array, resource: ReceivedSpan['resource']): ReceivedSpan {
  const values = fieldsOf(bytes);
  const [status] = messages(values, 15).map(fieldsOf);
  return {
    traceId: text(values, 1, 'hex'),
    spanId: text(values, 2, 'hex'),
    traceState: text(values, 3),
    parentId: text(values, 4, 'hex'),
    name: text(values, 5),
    kind: ({ 2: 'server', 3: 'client' } as const)[enumeration(values, 6)] ?? 'other',
    hasFailed: status !== undefined && enumeration(status, 3) === 2,
    attributes: attributesOf(values, 9),
    resource,
  };
}

function attributesOf(values: Values, number: number): Record<string, string | number> {
  return Object.fromEntries(
    messages(values, number).map((bytes) => {
      const pair = fieldsOf(bytes);
      const value = fieldsOf(messages(pair, 2)[0] ?? new Uint8Array());
      return [text(pair, 1), value.has(1) ? text(value, 1) : enumeration(value, 3)];
    }),
  );
}
