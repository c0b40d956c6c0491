/**
 * Sends REST-shaped calls over gRPC and returns REST-shaped responses, so that the same cases test
 * both. Calls that a message cannot express (a misspelt field, a wrong type, a broken body) go over
 * REST.
 */
import { createRegistry, fromBinary, toBinary, toJson } from '@bufbuild/protobuf';
import type { DescMessage, Message } from '@bufbuild/protobuf';
import { Client, credentials, Metadata } from '@grpc/grpc-js';
import type { ServiceError } from '@grpc/grpc-js';
import { STATUS } from '#lib/aip/errors.ts';
import { file_google_rpc_error_details } from '#lib/generated/proto/google/rpc/error_details_pb.js';
import { StatusSchema } from '#lib/generated/proto/google/rpc/status_pb.js';
import type { Answer, CallOptions, Json, TestGrove } from './test-grove.ts';
import { rpcOf } from './http-rules.ts';
import type { Rpc } from './http-rules.ts';

const registry = createRegistry(file_google_rpc_error_details);

/** Longer messages are refused by the protocol, with an error of its own. */
const MAX_BYTES = 1_000_000;

/** Headers that are metadata with the same name. */
const METADATA = ['authorization', 'if-match', 'traceparent', 'tracestate'];

/** The error details beyond the code and the message. */
const DETAILS = 'grpc-status-details-bin';

interface OverGrpc {
  call: TestGrove['call'];
  close(): void;
}

export function overGrpc(address: string, ownerToken: string, rest: TestGrove['call']): OverGrpc {
  const client = new Client(address, credentials.createInsecure());
  return {
    async call(method, path, options = {}) {
      const rpc = rpcFor(method, path, options);
      if (rpc === undefined) return rest(method, path, options);
      const { headers = {}, token = ownerToken } = options;
      const metadata = new Metadata();
      if (token !== null) metadata.set('authorization', `Bearer ${token}`);
      for (const [name, value] of Object.entries(headers)) metadata.set(name, value);
      return unary(client, rpc, metadata);
    },
    close: () => client.close(),
  };
}

function rpcFor(method: string, path: string, { body, headers = {}, token }: CallOptions) {
  const isPlain = Object.keys(headers).every((name) => METADATA.includes(name.toLowerCase()));
  const isAscii = /^[\x20-\x7e]*$/.test(`${token ?? ''}${Object.values(headers).join('')}`);
  if (!isPlain || !isAscii || typeof body === 'string') return undefined;
  const rpc = rpcOf(method, path, body);
  const isSmall = rpc !== undefined && toBinary(rpc.method.input, rpc.message).length < MAX_BYTES;
  return isSmall ? rpc : undefined;
}

function unary(client: Client, { method, message }: Rpc, metadata: Metadata): Promise<Answer> {
  const { input, output, parent, name } = method;
  return new Promise((resolve, reject) => {
    const headers = new Headers();
    const call = client.makeUnaryRequest<Message, Message>(
      `/${parent.typeName}/${name}`,
      (value) => Buffer.from(toBinary(input, value)),
      (bytes) => fromBinary(output, bytes),
      message,
      metadata,
      (error, reply) => {
        if (reply !== undefined) resolve(succeeded(output, reply, headers));
        else if (error?.metadata.get(DETAILS)[0] === undefined) reject(error as Error);
        else resolve(failed(error, headers));
      },
    );
    call.on('metadata', (received) => note(received, headers));
  });
}

function note(metadata: Metadata, headers: Headers): void {
  for (const [name, value] of Object.entries(metadata.getMap())) {
    if (typeof value === 'string' && name !== 'content-type') headers.set(name, value);
  }
}

function succeeded(desc: DescMessage, reply: Message, headers: Headers): Answer {
  if (desc.typeName === 'google.protobuf.Empty') {
    headers.set('content-length', '0');
    return { ...answer(200, {}, headers), text: '' };
  }
  const body = toJson(desc, reply, { alwaysEmitImplicit: true }) as Json;
  return answer(200, withoutEmptied(body) as Json, headers);
}

/** Removes empty lists and maps, which REST leaves out and messages cannot leave out. */
function withoutEmptied(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(withoutEmptied);
  const isOmitted = ([name, member]: [string, unknown]) =>
    (['claims', 'claimPatterns'].includes(name) && Object.keys(member as Json).length === 0) ||
    (name === 'capabilities' && 'allowed' in value) ||
    (name === 'auditEvents' && 'counts' in value && (member as Json[]).length === 0);
  const members = Object.entries(value).filter((member) => !isOmitted(member));
  return Object.fromEntries(members.map(([name, member]) => [name, withoutEmptied(member)]));
}

function failed(error: ServiceError, headers: Headers): Answer {
  note(error.metadata, headers);
  const bytes = error.metadata.get(DETAILS)[0] as Buffer;
  const status = Object.values(STATUS).find(({ code }) => code === error.code);
  const body = toJson(StatusSchema, fromBinary(StatusSchema, bytes), { registry }) as Json;
  return answer(status?.http ?? 0, body, headers);
}

function answer(status: number, message: Json, headers: Headers): Answer {
  headers.set('content-type', 'application/json; charset=utf-8');
  // The JSON of a Timestamp leaves out a fraction of zero.
  const text = JSON.stringify(message).replace(/"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)Z"/g, '"$1.000Z"');
  return { status, headers, text, body: JSON.parse(text) as Json };
}
