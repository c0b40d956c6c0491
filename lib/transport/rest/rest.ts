/** REST: converts HTTP requests to verbs and their results to responses. */
import { notFound } from '#lib/aip/errors.ts';
import { ifNoneMatchKnows } from '#lib/aip/etag.ts';
import type { JsonObject } from '#lib/aip/json.ts';
import { identify } from '#lib/auth/identify.ts';
import type { Credentials } from '#lib/auth/principal.ts';
import { mapInParts } from '#lib/parts.ts';
import { findResource } from '#lib/resources/index.ts';
import type { ResourceDefinition, Verb } from '#lib/resources/define.ts';
import { newCall, type Call } from '#lib/service/calls/call.ts';
import { createAny } from '#lib/service/verbs/create-any.ts';
import { deleteResource } from '#lib/service/verbs/delete.ts';
import { getResource, type Answer } from '#lib/service/verbs/get.ts';
import type { ListParams } from '#lib/service/calls/filters.ts';
import { listResources } from '#lib/service/verbs/list.ts';
import { updateResource } from '#lib/service/verbs/update.ts';
import { isIn } from '#lib/transport/endpoints/areas.ts';
import { rateOf } from '#lib/transport/endpoints/find.ts';
import {
  errorResponse,
  JSON_TYPE,
  jsonResponse,
  newRequestId,
  readJson,
  skipBody,
} from '#lib/transport/http/answers.ts';
import { findCustomMethod, isCustomPath } from './custom-methods.ts';
import { checkPath, decodeUid } from '#lib/transport/http/paths.ts';
import { onlyParameters, parseQuery, parseSearch } from '#lib/transport/http/query.ts';
import { mayBeUnchanged } from '#lib/transport/http/unchanged.ts';
import { verbOf } from '#lib/transport/http/verbs.ts';
import { isStreamPath } from '#lib/transport/methods/custom-methods.ts';
import { ON_ONE, verbsOn } from '#lib/transport/methods/verbs.ts';

/** Answers any request below the three prefixes. Never throws: errors become AIP-193 responses. */
export async function handleApi(request: Request): Promise<Response> {
  const requestId = newRequestId();
  try {
    const answerTo = route(request);
    const isWatch = isStreamPath(new URL(request.url).pathname);
    const caller = await identify(request, kindOf(request), { isWatch });
    const response = await answerTo(await newCall(caller, requestId, request.signal));
    const headers = { ...caller.rateHeaders, 'x-request-id': requestId };
    for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
    return response;
  } catch (error) {
    return errorResponse(error, requestId);
  }
}

const kindOf = ({ method, url }: Request) =>
  rateOf(method, new URL(url).pathname) === 'read' ? 'read' : 'write';

export interface PlainResponse {
  /** 304 for a resource that the client has. */
  status: 200 | 304;
  headers: Record<string, string>;
  text: string;
}

/**
 * The response of {@link handleApi} to a GET of resources. It avoids a Request and a Response,
 * which would cost more than reading a resource.
 *
 * @param signal aborts when the client disconnects.
 * @throws ApiError that names the flaw of the request; the reason of the signal.
 */
export async function replyToGet(
  { pathname, search, href }: URL,
  headers: Credentials['headers'],
  requestId: string,
  signal: AbortSignal,
): Promise<PlainResponse> {
  checkPath(pathname);
  const target = findTarget('GET', pathname);
  const caller = await identify({ method: 'GET', url: href, headers }, 'read');
  const query = parseSearch(search);
  const answered = await read(target, query, await newCall(caller, requestId, signal), headers);
  return {
    ...answered,
    headers: { ...answered.headers, ...caller.rateHeaders, 'x-request-id': requestId },
  };
}

/** True if {@link replyToGet} can answer the path. */
export function isResourcePath(pathname: string): boolean {
  return isIn(pathname, 'api') && !pathname.includes(':') && !isCustomPath(pathname);
}

interface Target {
  definition: ResourceDefinition;
  /** The uid after the collection, decoded; '' for the collection itself. */
  uid: string;
  verb: Verb;
}

/** The handler of the request, which runs after authentication. */
function route(request: Request): (call: Call) => Promise<Response> {
  const { pathname } = new URL(request.url);
  checkPath(pathname);
  const custom = findCustomMethod(request, pathname);
  if (custom !== undefined) return custom;
  const target = findTarget(request.method, pathname);
  return (call) => dispatch(request, target, call);
}

function findTarget(method: string, pathname: string): Target {
  const [, domain = '', , collection = '', ...rest] = pathname.split('/');
  const definition = findResource(domain, collection);
  if (definition === undefined) throw notFound('Path', pathname);
  const uid = decodeUid(rest.join('/'));
  const verb = verbOf(method, verbsOn(definition, uid, ON_ONE));
  return { definition, uid, verb };
}

async function dispatch(request: Request, target: Target, call: Call): Promise<Response> {
  const { definition, uid, verb } = target;
  const query = parseQuery(request.url);
  if (verb === 'list' || verb === 'get') {
    const { status, text, headers } = await read(target, query, call, request.headers);
    return new Response(status === 200 ? text : null, { status, headers });
  }
  const ifMatch = request.headers.get('if-match');
  onlyParameters(query, verb === 'update' ? ['update_mask'] : []);
  switch (verb) {
    case 'create':
      return answer(await createAny(definition, call, uid, await readJson(request)));
    case 'update': {
      const updateMask = query.get('update_mask')?.[0];
      const body = await readJson(request);
      return answer(await updateResource(definition, call, { uid, body, updateMask, ifMatch }));
    }
    case 'delete':
      await skipBody(request);
      await deleteResource(definition, call, { uid, ifMatch });
      return new Response(null, {
        headers: { 'content-type': JSON_TYPE, 'content-length': '0' },
      });
  }
}

async function read(
  { definition, uid, verb }: Target,
  query: ListParams,
  call: Call,
  asked: Credentials['headers'],
): Promise<PlainResponse> {
  if (verb === 'list') return reply(await textOf(await listResources(definition, call, query)));
  onlyParameters(query, []);
  const { body, etag } = await getResource(definition, call, uid);
  const isKnown =
    mayBeUnchanged(definition.type) && ifNoneMatchKnows(asked.get('if-none-match'), etag);
  return isKnown
    ? { status: 304, text: '', headers: { 'cache-control': 'no-store', etag } }
    : reply(JSON.stringify(body), { etag });
}

/** A page may be long, so others have their turn between its resources. */
async function textOf(page: JsonObject): Promise<string> {
  const members: string[] = [];
  for (const [name, value] of Object.entries(page)) {
    const text = Array.isArray(value)
      ? `[${(await mapInParts(value, (one) => JSON.stringify(one))).join()}]`
      : JSON.stringify(value);
    members.push(`${JSON.stringify(name)}:${text}`);
  }
  return `{${members.join()}}`;
}

function reply(text: string, headers: Record<string, string> = {}): PlainResponse {
  return {
    status: 200,
    text,
    headers: { 'content-type': JSON_TYPE, 'cache-control': 'no-store', ...headers },
  };
}

function answer({ body, etag }: Answer): Response {
  return jsonResponse(body, { headers: { etag } });
}
