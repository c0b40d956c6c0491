/** `POST /registry/events`: the endpoint for a registry's notifications. */
import { parseJson } from '#lib/aip/json.ts';
import { noteEvents } from '#lib/service/registries/registry-events.ts';
import { sourceOfSecret } from '#lib/service/registries/notification-secret.ts';
import {
  errorResponse,
  jsonResponse,
  methodNotAllowed,
  newRequestId,
  readText,
} from '#lib/transport/http/answers.ts';
import { onlyParameters, parseQuery } from '#lib/transport/http/query.ts';

/** For registries that use the Authorization header for something else. */
const SECRET_HEADER = 'x-grove-notification-secret';

/** Never throws. The body is the JSON envelope of notifications, whatever the content type. */
export async function handleEvents(request: Request): Promise<Response> {
  const requestId = newRequestId();
  try {
    if (request.method !== 'POST') throw methodNotAllowed(request.method, ['POST']);
    onlyParameters(parseQuery(request.url), []);
    const source = await sourceOfSecret(secretOf(request.headers));
    const noted = await noteEvents(source, parseJson(await readText(request)));
    return jsonResponse(noted, { headers: { 'x-request-id': requestId } });
  } catch (error) {
    return errorResponse(error, requestId);
  }
}

function secretOf(headers: Headers): string {
  const own = headers.get(SECRET_HEADER);
  return own ?? (headers.get('authorization') ?? '').replace(/^Bearer +/i, '');
}
