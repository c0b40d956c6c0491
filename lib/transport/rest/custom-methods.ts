/** Custom methods over HTTP: those in the API's definitions, and those whose body is a file. */
import { getOption, type DescMethod } from '@bufbuild/protobuf';
import type { JsonObject } from '#lib/aip/json.ts';
import { http } from '#lib/generated/proto/google/api/annotations_pb.js';
import { withoutNulls } from '#lib/resources/input.ts';
import type { Call } from '#lib/service/calls/call.ts';
import { jsonResponse, methodNotAllowed, readJson } from '#lib/transport/http/answers.ts';
import { EXPORT_PATH, IMPORT_PATH } from '#lib/transport/http/api-paths.ts';
import { decodeUid } from '#lib/transport/http/paths.ts';
import { onlyParameters, parseQuery } from '#lib/transport/http/query.ts';
import {
  CUSTOM_METHODS,
  STREAMED_METHODS,
  type CustomMethod,
  type StreamedMethod,
} from '#lib/transport/methods/custom-methods.ts';
import { answerExport, answerImport } from './advisory-files.ts';
import { streamAnswer } from './event-stream.ts';

interface Endpoint {
  method: 'GET' | 'POST';
  answer(request: Request, call: Call): Promise<Response>;
}

/** The end of a path that has the uid of a resource. */
const UID = '{uid=**}';

/**
 * @returns the path without the uid that it ends in.
 * @throws Error for an annotation that is neither GET nor POST, which is a mistake in the
 * definitions.
 */
function endpointOf({ method, operation }: CustomMethod): [path: string, Endpoint] {
  const { case: verb, value } = getOption(method, http).pattern;
  if (verb !== 'get' && verb !== 'post') {
    throw new Error(`${method.name} has no GET or POST in its annotation`);
  }
  const path = value.replace(UID, '');
  return [
    path,
    {
      method: verb === 'get' ? 'GET' : 'POST',
      async answer(request, call) {
        const ifMatch = request.headers.get('if-match');
        const named = path === value ? {} : inPath(path, request);
        const others = verb === 'get' ? inQuery(method, request, named) : inBody(method, request);
        return jsonResponse(await operation(call, { ...(await others), ...named }, ifMatch));
      },
    },
  ];
}

/** @param streamed whose annotation is a GET of a path without a uid. */
const streamedEndpoint = ({ method, operation }: StreamedMethod): [path: string, Endpoint] => [
  String(getOption(method, http).pattern.value),
  {
    method: 'GET',
    answer: (request, call) =>
      streamAnswer(call, (watching) => operation(watching, watchRequest(method, request))),
  },
];

/** The request message from the query. A client that connects again sends what it had last as a header. */
function watchRequest(method: StreamedMethod['method'], request: Request): JsonObject {
  const last = request.headers.get('last-event-id') ?? '';
  return { ...inQuery(method, request, {}), ...(last !== '' && { after: last }) };
}

const inPath = (path: string, { url }: Request): JsonObject => ({
  uid: decodeUid(new URL(url).pathname.slice(path.length)),
});

/** The request message, of which a null is an absent field as in the JSON of protocol buffers. */
async function inBody({ input }: CustomMethod['method'], request: Request): Promise<JsonObject> {
  onlyParameters(parseQuery(request.url), []);
  const fields = Object.fromEntries(input.fields.map(({ jsonName }) => [jsonName, true as const]));
  return withoutNulls(await readJson(request), fields);
}

/** The request message from the query, field by field, but for the fields that the path names. */
function inQuery(
  { input }: Pick<DescMethod, 'input'>,
  request: Request,
  named: JsonObject,
): JsonObject {
  const query = parseQuery(request.url);
  const fields = input.fields.filter(({ jsonName }) => !(jsonName in named));
  onlyParameters(
    query,
    fields.map(({ name }) => name),
  );
  const set = fields.flatMap(({ name, jsonName }) =>
    (query.get(name) ?? []).map((value) => [jsonName, value]),
  );
  return Object.fromEntries(set);
}

const ENDPOINTS: ReadonlyMap<string, Endpoint> = new Map([
  ...CUSTOM_METHODS.map(endpointOf),
  ...STREAMED_METHODS.map(streamedEndpoint),
  [IMPORT_PATH, { method: 'POST', answer: answerImport }],
  [EXPORT_PATH, { method: 'GET', answer: answerExport }],
]);

const PREFIXES = [...ENDPOINTS.keys()].filter((path) => path.endsWith('/'));

const endpointAt = (pathname: string): Endpoint | undefined =>
  ENDPOINTS.get(pathname) ??
  ENDPOINTS.get(PREFIXES.find((prefix) => pathname.startsWith(prefix)) ?? '');

/** Whether a path without a colon is one of these, rather than that of a resource. */
export const isCustomPath = (pathname: string): boolean => endpointAt(pathname) !== undefined;

/** @throws ApiError UNIMPLEMENTED for a method that the path does not support. */
export function findCustomMethod(
  request: Request,
  pathname: string,
): ((call: Call) => Promise<Response>) | undefined {
  const endpoint = endpointAt(pathname);
  if (endpoint === undefined) return undefined;
  if (request.method !== endpoint.method) {
    throw methodNotAllowed(request.method, [endpoint.method]);
  }
  return (call) => endpoint.answer(request, call);
}
