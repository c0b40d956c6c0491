/** Makes room for bodies that are read before their caller is known. */
import { holdBytes } from '#lib/limits/held-bytes.ts';
import { clientOf } from '#lib/transport/http/client.ts';
import { findEndpoint } from '#lib/transport/endpoints/find.ts';
import { maxBodyBytes } from '#lib/transport/http/limits.ts';

/**
 * Holds the room for the body of a request that says who the caller is.
 *
 * @returns gives the room back.
 * @throws ApiError RESOURCE_EXHAUSTED or UNAVAILABLE if there is none.
 */
export function holdBody(request: Request, path: string): () => void {
  const isHeld = findEndpoint(request.method, path)?.bringsCredentials === true;
  const bytes = isHeld ? bytesOf(request, path) : 0;
  return bytes === 0 ? () => undefined : holdBytes(clientOf(request).network, bytes);
}

/** The bytes that the body announces, or the most that it may have. */
function bytesOf({ method, body, headers }: Request, path: string): number {
  if (body === null) return 0;
  const most = maxBodyBytes(method, path);
  const announced = headers.get('content-length');
  return announced === null ? most : Math.min(Number(announced), most);
}
