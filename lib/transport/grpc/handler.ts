/** Handles calls of gRPC, gRPC-Web and Connect that arrive at Grove's own server. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  universalRequestFromNodeRequest,
  universalResponseToNodeResponse,
} from '@connectrpc/connect-node';
import { logError } from '#lib/log.ts';
import { isIn } from '#lib/transport/endpoints/areas.ts';
import { pathOf } from '#lib/transport/http/api-paths.ts';
import { limitArrival, maxBodyMs } from '#lib/transport/http/limits.ts';
import { parsedUrl } from '#lib/transport/server/node-messages.ts';
import { dropDistantDeadline } from './deadlines.ts';
import { rpcMethods } from './methods.ts';

type RpcHandler = (message: IncomingMessage, response: ServerResponse) => void;

const RPC_TYPE = /^application\/(?:grpc|connect\+)/i;

/** Connect clients send it, because their other content types are not specific to Connect. */
const CONNECT_HEADER = 'connect-protocol-version';

/** True for calls, including calls of services that do not exist. */
export function isRpc({ url, headers }: IncomingMessage): boolean {
  return (
    isIn(pathOf(url), 'calls') ||
    RPC_TYPE.test(headers['content-type'] ?? '') ||
    CONNECT_HEADER in headers
  );
}

/** @param stopping aborted when the server begins to stop. */
export function createRpcHandler(stopping: AbortSignal): RpcHandler {
  const find = rpcMethods(stopping);
  return (message, response) => {
    const { method = '', url, headers } = message;
    const contentType = headers['content-type'] ?? '';
    const handler = find({ method, path: pathOf(url), contentType });
    if (handler === undefined || !hasUrl(message)) {
      response.writeHead(handler === undefined ? 404 : 400).end();
      return;
    }
    limitArrival(message, maxBodyMs(), () => message.destroy());
    const request = {
      ...universalRequestFromNodeRequest(message, response, undefined, undefined),
      body: message.iterator({ destroyOnReturn: false }),
    };
    dropDistantDeadline(request.header);
    // The unread rest of a message that is too large would block the next request on the
    // connection.
    response.once('finish', () => message.removeAllListeners('readable').resume());
    handler(request)
      .then((answer) => universalResponseToNodeResponse(answer, response))
      .catch((error: unknown) => {
        // A client that disconnects before the response is not an error.
        if (!request.signal.aborted) logError('a call could not be answered', error);
        response.destroy();
      });
  };
}

/** Without a valid host the request has no URL, and the libraries would throw. */
function hasUrl(message: IncomingMessage): boolean {
  try {
    parsedUrl(message);
    return true;
  } catch {
    return false;
  }
}
