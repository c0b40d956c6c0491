/** The ways to send a request of v2. Each returns undefined for what it cannot express. */
import { fromJson } from '@bufbuild/protobuf';
import type { JsonObject, Message } from '@bufbuild/protobuf';
import { ConnectError } from '@connectrpc/connect';
import type { Transport } from '@connectrpc/connect';
import {
  createConnectTransport,
  createGrpcTransport,
  createGrpcWebTransport,
  Http2SessionManager,
} from '@connectrpc/connect-node';
import { STATUS } from '#lib/aip/errors.ts';
import type { Json, TestGrove } from '../../harness.ts';
import { fetchJson, headersOf, OWN_CONNECTION } from './send.ts';
import type { Send } from './send.ts';
import { addressOf, restRequest } from './asks.ts';
import type { Ask } from './asks.ts';
import {
  bodyOf,
  detailOf,
  messageBody,
  nameOfCode,
  restDetails,
  withoutRequestId,
} from './answer.ts';
import type { Answer } from './answer.ts';
import { overV1 } from './over-v1.ts';

function overRest(base: string): Send {
  return async (ask) => {
    const request = restRequest(ask);
    const answer = await fetchJson(
      base + addressOf(request),
      request.method,
      headersOf(ask),
      request.body,
    );
    if (answer.status === 200) {
      const body = bodyOf(ask.operation.method.output, answer.json);
      return { code: 'OK', body, raw: answer.json, etag: answer.headers.get('etag') };
    }
    const { code, message, details } = answer.json as {
      code: number;
      message: string;
      details: Json[];
    };
    const name = nameOfCode(code);
    if (STATUS[name].http !== answer.status) throw new Error(`${name} came with ${answer.status}`);
    const requestId = answer.headers.get('x-request-id');
    return { code: name, message, details: withoutRequestId(restDetails(details), requestId) };
  };
}

/** Undefined if no message of the method has this JSON. */
function messageOf({ operation, message }: Ask): Message | undefined {
  try {
    return fromJson(operation.method.input, message as JsonObject);
  } catch {
    return undefined;
  }
}

function overTransport(transport: Transport): Send {
  return async (ask) => {
    const message = messageOf(ask);
    if (message === undefined) return undefined;
    const { method } = ask.operation;
    try {
      const answer = await transport.unary(method, undefined, undefined, headersOf(ask), message);
      const etag = answer.header.get('etag');
      return { code: 'OK', body: messageBody(method.output, answer.message), etag };
    } catch (error) {
      if (!(error instanceof ConnectError)) throw error;
      // Those of answers arrive as bytes.
      const details = error.details.flatMap((detail) =>
        'type' in detail ? [detailOf(detail.type, detail.value)] : [],
      );
      const requestId = error.metadata.get('x-request-id');
      return {
        code: nameOfCode(error.code),
        message: error.rawMessage,
        details: withoutRequestId(details, requestId),
      };
    }
  };
}

interface ConnectFailure {
  code: string;
  message: string;
  details: { type: string; value: string }[];
}

/** Written by hand, so that it can send requests that no message can hold. */
function overConnectJson(base: string): Send {
  return async (ask) => {
    const { parent, name, output } = ask.operation.method;
    const url = `${base}/${parent.typeName}/${name}`;
    const headers = { ...headersOf(ask), 'connect-protocol-version': '1' };
    const answer = await fetchJson(url, 'POST', headers, ask.message);
    if (answer.status === 200) {
      return { code: 'OK', body: bodyOf(output, answer.json), etag: answer.headers.get('etag') };
    }
    const { code, message, details } = answer.json as Json & ConnectFailure;
    const all = details.map(({ type, value }) => detailOf(type, Buffer.from(value, 'base64')));
    return {
      code: code.toUpperCase() as Answer['code'],
      message,
      details: withoutRequestId(all, answer.headers.get('x-request-id')),
    };
  };
}

export interface Transports {
  transports: ReadonlyMap<string, Send>;
  close(): void;
}

export function openTransports(grove: TestGrove): Transports {
  const baseUrl = grove.url.replace('localhost', '127.0.0.1');
  const sessionManager = new Http2SessionManager(baseUrl);
  const web = { baseUrl, httpVersion: '1.1', nodeOptions: OWN_CONNECTION } as const;
  const transports = new Map([
    ['REST', overRest(baseUrl)],
    ['gRPC', overTransport(createGrpcTransport({ baseUrl, sessionManager }))],
    ['gRPC-Web', overTransport(createGrpcWebTransport(web))],
    ['Connect', overTransport(createConnectTransport({ ...web, useBinaryFormat: true }))],
    ['Connect as JSON', overConnectJson(baseUrl)],
    ['v1', overV1(baseUrl)],
  ]);
  return { transports, close: () => sessionManager.abort() };
}
