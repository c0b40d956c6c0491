/** The requests of v1, and its required answers by those of v2. */
import { collectionPath } from '#lib/resources/define.ts';
import { V1_RESOURCES } from '#lib/transport/v1/resources.ts';
import type { Json } from '../../harness.ts';
import { asV1, messageAsV1, v1PathOf } from '../../support/v1-names.ts';
import { addressOf, restRequest } from './asks.ts';
import type { Ask, RestRequest } from './asks.ts';
import { isRead } from './operations.ts';
import { fetchJson, headersOf } from './send.ts';
import type { Send } from './send.ts';
import { nameOfCode } from './answer.ts';
import type { Answer } from './answer.ts';

/** Parameters that v1 has never had. */
const PAGING = ['page_size', 'page_token', 'skip', 'order_by'];

/** The equivalent request of v1; undefined if there is none. */
export function v1Request(ask: Ask): RestRequest | undefined {
  const { operation, message } = ask;
  const { definition, verb } = operation;
  if (definition === undefined || !V1_RESOURCES.includes(definition)) return undefined;
  const request = restRequest(ask);
  const path = v1PathOf(request.path);
  if (verb === 'list') {
    return request.query.some(([name]) => PAGING.includes(name)) ? undefined : { ...request, path };
  }
  if (verb === 'get') {
    const query: RestRequest['query'] = [['id', String(message['uid'])], ...request.query];
    return { method: 'GET', path: v1PathOf(collectionPath(definition)), query };
  }
  const body = request.body && { body: asV1(request.body) };
  if (verb !== 'update') return { ...request, path, ...body };
  // An update of v1 always replaces the whole resource.
  return message['updateMask'] === '*' ? { method: 'PUT', path, query: [], ...body } : undefined;
}

/** The answer that v1 must give where v2 gives this one over REST. */
export function asV1Says({ verb, definition }: Ask['operation'], answer: Answer): Answer {
  const { code, message = '', raw = {}, etag, stored } = answer;
  if (verb === 'get' && ['NOT_FOUND', 'PERMISSION_DENIED'].includes(code)) {
    return { code: 'OK', raw: { items: [] } };
  }
  if (code !== 'OK') return { code, message: messageAsV1(message) };
  if (verb === 'list') return { code, raw: { items: asV1(raw[definition?.collection ?? '']) } };
  if (verb === 'get') return { code, raw: { items: [asV1(raw)] } };
  return { code, raw: asV1(raw), etag, stored };
}

export function overV1(base: string): Send {
  return async (ask) => {
    const request = v1Request(ask);
    if (request === undefined) return undefined;
    const url = base + addressOf(request);
    const answer = await fetchJson(url, request.method, headersOf(ask), request.body);
    if (answer.status !== 200) {
      const { code, message, ...more } = answer.json as Json & { code: number; message: string };
      return { code: nameOfCode(code), message, ...more };
    }
    const etag = answer.headers.get('etag');
    return { code: 'OK', raw: answer.json, ...(!isRead(ask.operation) && { etag }) };
  };
}
