/**
 * Returns the OpenAPI documents to anyone. They contain nothing about the installation except its
 * address, and whether v1 is deprecated. Each is made once, and compressed once in each encoding.
 */
import type { JsonObject } from '#lib/aip/json.ts';
import { config } from '#lib/config.ts';
import { JSON_TYPE, methodNotAllowed } from '#lib/transport/http/answers.ts';
import { OPEN_API_PATH, OPEN_API_PATH_OF_V1 } from '#lib/transport/http/api-paths.ts';
import { keptResponse, type Kept } from '#lib/transport/http/compression.ts';
import { switchedOff } from '#lib/transport/v1/errors.ts';
import { openApiDocument } from './document.ts';
import { openApiDocumentOfV1 } from './v1-document.ts';

const HEADERS = { 'content-type': JSON_TYPE, 'cache-control': 'public, max-age=300' };

const made = new Map<string, Kept>();

/** @throws ApiError UNIMPLEMENTED for other methods than GET, and where v1 is switched off. */
export function handleOpenApi(request: Request): Response {
  if (request.method !== 'GET') throw methodNotAllowed(request.method, ['GET']);
  const isOfV1 = new URL(request.url).pathname === OPEN_API_PATH_OF_V1;
  if (isOfV1 && !config().v1.isOffered) throw switchedOff(OPEN_API_PATH);
  return keptResponse(isOfV1 ? documentOfV1() : once('v2', openApiDocument), HEADERS);
}

function documentOfV1(): Kept {
  const { deprecation } = config().v1;
  const isDeprecated = deprecation !== undefined && deprecation.getTime() <= Date.now();
  return once(isDeprecated ? 'v1, deprecated' : 'v1', () => openApiDocumentOfV1(isDeprecated));
}

function once(name: string, make: () => JsonObject): Kept {
  const known = made.get(name) ?? { text: JSON.stringify(make()), encoded: new Map() };
  made.set(name, known);
  return known;
}
