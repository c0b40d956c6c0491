/** v1: the first version of the API, as a translation to the verbs that v2 calls. */
import { notFound } from '#lib/aip/errors.ts';
import { isJsonObject, type JsonObject } from '#lib/aip/json.ts';
import { isUid } from '#lib/aip/uid.ts';
import { countV1Call } from '#lib/audit/v1-callers.ts';
import { identify } from '#lib/auth/identify.ts';
import { config } from '#lib/config.ts';
import { collectionPath, type ResourceDefinition } from '#lib/resources/define.ts';
import { newCall, type Call } from '#lib/service/calls/call.ts';
import { createResource } from '#lib/service/verbs/create.ts';
import { deleteResource } from '#lib/service/verbs/delete.ts';
import type { Answer } from '#lib/service/verbs/get.ts';
import { updateResource } from '#lib/service/verbs/update.ts';
import {
  JSON_TYPE,
  jsonResponse,
  newRequestId,
  readJson,
  skipBody,
} from '#lib/transport/http/answers.ts';
import { checkPath, decodeUid } from '#lib/transport/http/paths.ts';
import { onlyParameters, parseQuery } from '#lib/transport/http/query.ts';
import { verbOf } from '#lib/transport/http/verbs.ts';
import { methodOf } from '#lib/transport/methods/services.ts';
import { switchedOff, v1ErrorResponse } from './errors.ts';
import { answerList, toV2Query, type V2Query } from './list.ts';
import { namesOfResource, renamed, renamedPath } from './names.ts';
import { v1Mask, V1_RESOURCES, v1VerbsOf, type V1Verb } from './resources.ts';

/** The understood parts of a request. Errors name fields by them. */
interface Asked {
  definition?: ResourceDefinition;
  /** The uid after the collection, decoded; '' for the collection itself. */
  uid?: string;
  query?: V2Query;
  /** The name in v1 of a field of v2. Absent as long as errors name fields of v1. */
  rename?: (field: string) => string;
}

/** Never throws: what goes wrong is an error of v1. */
export async function handleV1(request: Request): Promise<Response> {
  const requestId = newRequestId();
  const asked: Asked = {};
  try {
    const target = route(request, asked);
    const { definition, verb } = target;
    const caller = await identify(request, verb === 'list' ? 'read' : 'write');
    countV1Call(caller.principal.identities, methodOf(definition, verb).name);
    const call = await newCall(caller, requestId, request.signal);
    const response = await dispatch(request, target, asked, call);
    return withHeaders(response, { ...caller.rateHeaders, 'x-request-id': requestId }, asked);
  } catch (error) {
    return withHeaders(v1ErrorResponse(error, requestId, asked.rename), {}, asked);
  }
}

/** The answer to a request of v1 that the host refuses. */
export function refusedV1(pathname: string, error: unknown): Response {
  const response = v1ErrorResponse(error, newRequestId());
  return withHeaders(response, {}, { definition: definitionAt(pathname) });
}

function definitionAt(pathname: string): ResourceDefinition | undefined {
  const [, domain, , collection] = pathname.split('/');
  return V1_RESOURCES.find((one) => one.domain === domain && one.collection === collection);
}

interface Target {
  definition: ResourceDefinition;
  uid: string;
  verb: V1Verb;
}

function route(request: Request, asked: Asked): Target {
  const { pathname } = new URL(request.url);
  checkPath(pathname);
  const rest = pathname.split('/').slice(4);
  const definition = definitionAt(pathname);
  asked.definition = definition;
  if (!config().v1.isOffered) throw switchedOff(pathname.replace('/v1', '/v2beta1'));
  if (definition === undefined) throw notFound('Path', pathname);
  const uid = decodeUid(rest.join('/'), 'id');
  asked.uid = uid;
  return { definition, uid, verb: verbOf(request.method, v1VerbsOf(definition, uid)) };
}

async function dispatch(
  request: Request,
  { definition, uid, verb }: Target,
  asked: Asked,
  call: Call,
): Promise<Response> {
  const query = parseQuery(request.url);
  if (verb === 'list') {
    const inV2 = toV2Query(definition, query);
    Object.assign(asked, { query: inV2, rename: inV2.rename });
    return answerList(definition, call, inV2.params);
  }
  onlyParameters(query, []);
  const ifMatch = request.headers.get('if-match');
  const body = verb === 'delete' ? {} : await readJson(request);
  const names = namesOfResource(definition);
  asked.rename = (field) => (field === 'parent_uid' ? 'parent_id' : renamedPath(field, names));
  const resource = renamed(body, names);
  switch (verb) {
    case 'create':
      return answer(definition, await createResource(definition, call, uid, resource));
    case 'update': {
      const whole = withReferences(definition, resource);
      const request = { uid, body: whole, updateMask: v1Mask(definition, whole), ifMatch };
      return answer(definition, await updateResource(definition, call, request));
    }
    case 'delete':
      await skipBody(request);
      await deleteResource(definition, call, { uid, ifMatch });
      return new Response(null, { headers: { 'content-type': JSON_TYPE, 'content-length': '0' } });
  }
}

/** So that an item of a list can be sent back: `role` with its uid stands for a missing `roleUid`. */
function withReferences({ input, outputOnly }: ResourceDefinition, body: JsonObject): JsonObject {
  const references = Object.keys(input?.shape ?? {}).flatMap((field) => {
    const hydrated = field.replace(/Uid$/, '');
    const value = outputOnly.includes(hydrated) ? body[hydrated] : undefined;
    if (Object.hasOwn(body, field) || !isJsonObject(value) || value['uid'] === undefined) return [];
    return [[field, value['uid']] as const];
  });
  return { ...body, ...Object.fromEntries(references) };
}

function answer(definition: ResourceDefinition, { body, etag }: Answer): Response {
  return jsonResponse(renamed(body, namesOfResource(definition)), { headers: { etag } });
}

function withHeaders(response: Response, headers: Record<string, string>, asked: Asked): Response {
  const all = {
    ...headers,
    ...(asked.definition && endOfV1(successorOf(asked, asked.definition))),
  };
  for (const [name, value] of Object.entries(all)) response.headers.set(name, value);
  return response;
}

/** The path of v2's operation; a list by `id` is a get there. */
function successorOf({ uid = '', query }: Asked, definition: ResourceDefinition): string {
  const ids = query?.rename('uidp.ids') === 'id' ? query.params.get('uidp.ids') : undefined;
  const target = ids?.[0] ?? uid;
  return collectionPath(definition) + (isUid(target) ? `/${target}` : '');
}

/**
 * What each answer says of the end of v1, and of the operation that replaces it.
 *
 * @param successor the path of v2's operation.
 * @see RFC 9745 for `Deprecation`, RFC 8594 for `Sunset`, RFC 5829 for the relation.
 */
function endOfV1(successor: string): Record<string, string> {
  const { deprecation, sunset } = config().v1;
  return {
    link: `<${successor}>; rel="successor-version"`,
    ...(deprecation !== undefined && {
      deprecation: `@${Math.floor(deprecation.getTime() / 1_000)}`,
    }),
    ...(sunset !== undefined && { sunset: sunset.toUTCString() }),
  };
}
