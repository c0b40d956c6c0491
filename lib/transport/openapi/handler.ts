/**
 * Returns the OpenAPI document to anyone. It contains nothing about the installation except its
 * address.
 */
import { jsonResponse, methodNotAllowed } from '#lib/transport/http/answers.ts';
import { openApiDocument } from './document.ts';

export const OPENAPI_PATH = '/openapi.json';

let made: ReturnType<typeof openApiDocument> | undefined;

/** @throws ApiError UNIMPLEMENTED for other methods than GET. */
export function handleOpenApi(request: Request): Response {
  if (request.method !== 'GET') throw methodNotAllowed(request.method, ['GET']);
  made ??= openApiDocument();
  return jsonResponse(made, { headers: { 'cache-control': 'public, max-age=300' } });
}
