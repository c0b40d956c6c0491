/** Custom methods over HTTP: those in the API's definitions, and those whose body is a file. */
import { getOption } from '@bufbuild/protobuf';
import type { JsonObject } from '#lib/aip/json.ts';
import { http } from '#lib/generated/proto/google/api/annotations_pb.js';
import { withoutNulls } from '#lib/resources/input.ts';
import type { Call } from '#lib/service/calls/call.ts';
import { jsonResponse, methodNotAllowed, readJson } from '#lib/transport/http/answers.ts';
import { EXPORT_PATH, IMPORT_PATH } from '#lib/transport/http/api-paths.ts';
import { onlyParameters, parseQuery } from '#lib/transport/http/query.ts';
import { CUSTOM_METHODS, type CustomMethod } from '#lib/transport/methods/custom-methods.ts';
import { answerExport, answerImport } from './advisory-files.ts';

interface Endpoint {
  method: 'GET' | 'POST';
  answer(request: Request, call: Call): Promise<Response>;
}

/**
 * @throws Error for an annotation that is neither GET nor POST, which is a mistake in the
 * definitions.
 */
function endpointOf({ method, operation }: CustomMethod): [path: string, Endpoint] {
  const { case: verb, value: path } = getOption(method, http).pattern;
  if (verb !== 'get' && verb !== 'post') {
    throw new Error(`${method.name} has no GET or POST in its annotation`);
  }
  return [
    path,
    {
      method: verb === 'get' ? 'GET' : 'POST',
      async answer(request, call) {
        const body = verb === 'get' ? inQuery(method, request) : await inBody(method, request);
        return jsonResponse(await operation(call, body));
      },
    },
  ];
}

/** The request message, of which a null is an absent field as in the JSON of protocol buffers. */
async function inBody({ input }: CustomMethod['method'], request: Request): Promise<JsonObject> {
  onlyParameters(parseQuery(request.url), []);
  const fields = Object.fromEntries(input.fields.map(({ jsonName }) => [jsonName, true as const]));
  return withoutNulls(await readJson(request), fields);
}

/** The request message from the query, field by field. */
function inQuery({ input }: CustomMethod['method'], request: Request): JsonObject {
  const query = parseQuery(request.url);
  onlyParameters(
    query,
    input.fields.map(({ name }) => name),
  );
  const set = input.fields.flatMap(({ name, jsonName }) =>
    (query.get(name) ?? []).map((value) => [jsonName, value]),
  );
  return Object.fromEntries(set);
}

const ENDPOINTS: ReadonlyMap<string, Endpoint> = new Map([
  ...CUSTOM_METHODS.map(endpointOf),
  [IMPORT_PATH, { method: 'POST', answer: answerImport }],
  [EXPORT_PATH, { method: 'GET', answer: answerExport }],
]);

/** @throws ApiError UNIMPLEMENTED for a method that the path does not support. */
export function findCustomMethod(
  request: Request,
  pathname: string,
): ((call: Call) => Promise<Response>) | undefined {
  const endpoint = ENDPOINTS.get(pathname);
  if (endpoint === undefined) return undefined;
  if (request.method !== endpoint.method) {
    throw methodNotAllowed(request.method, [endpoint.method]);
  }
  return (call) => endpoint.answer(request, call);
}
