/**
 * Returns the OpenAPI documents to anyone. They contain nothing about the installation except its
 * address, and whether v1 is deprecated.
 */
import type { JsonObject } from '#lib/aip/json.ts';
import { config } from '#lib/config.ts';
import { jsonResponse, methodNotAllowed } from '#lib/transport/http/answers.ts';
import { switchedOff } from '#lib/transport/v1/errors.ts';
import { openApiDocument } from './document.ts';
import { openApiDocumentOfV1 } from './v1-document.ts';

const PATH = '/openapi.json';
const V1_PATH = '/openapi-v1.json';

/** True for the paths that {@link handleOpenApi} answers. */
export function isOpenApiPath(path: string): boolean {
  return path === PATH || path === V1_PATH;
}

const made = new Map<string, JsonObject>();

/** @throws ApiError UNIMPLEMENTED for other methods than GET, and where v1 is switched off. */
export function handleOpenApi(request: Request): Response {
  if (request.method !== 'GET') throw methodNotAllowed(request.method, ['GET']);
  const isOfV1 = new URL(request.url).pathname === V1_PATH;
  if (isOfV1 && !config().v1.isOffered) throw switchedOff(PATH);
  const document = isOfV1 ? documentOfV1() : once('v2', openApiDocument);
  return jsonResponse(document, { headers: { 'cache-control': 'public, max-age=300' } });
}

function documentOfV1(): JsonObject {
  const { deprecation } = config().v1;
  const isDeprecated = deprecation !== undefined && deprecation.getTime() <= Date.now();
  return once(isDeprecated ? 'v1, deprecated' : 'v1', () => openApiDocumentOfV1(isDeprecated));
}

function once(name: string, make: () => JsonObject): JsonObject {
  const known = made.get(name) ?? make();
  made.set(name, known);
  return known;
}
