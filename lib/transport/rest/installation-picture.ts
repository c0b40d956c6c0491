/** The picture of the installation, which its sign-in page shows. */
import { notFound } from '#lib/aip/errors.ts';
import { config } from '#lib/config.ts';
import { methodNotAllowed } from '#lib/transport/http/answers.ts';
import { PICTURE_PATH } from '#lib/transport/http/api-paths.ts';

/** The address has the picture's version, so browsers may keep it. */
const YEAR_S = 365 * 24 * 60 * 60;

/** @throws ApiError NOT_FOUND where the installation has none. */
export function handlePicture(request: Request): Response {
  const { picture } = config().installation;
  if (picture === undefined) throw notFound('Path', PICTURE_PATH);
  if (request.method !== 'GET') throw methodNotAllowed(request.method, ['GET', 'HEAD']);
  return new Response(picture.bytes, {
    headers: {
      'content-type': picture.type,
      'cache-control': `public, max-age=${YEAR_S}, immutable`,
    },
  });
}
