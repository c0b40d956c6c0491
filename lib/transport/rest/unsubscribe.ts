/** `/unsubscribe`: ends a digest by a POST without signing in (RFC 8058). A GET only shows a page that asks. */
import { isApiError, STATUS } from '#lib/aip/errors.ts';
import { config } from '#lib/config.ts';
import { digestOfLink, endDigest } from '#lib/service/events/digests/end.ts';
import {
  errorResponse,
  methodNotAllowed,
  newRequestId,
  readText,
} from '#lib/transport/http/answers.ts';
import { onlyParameters, parseQuery } from '#lib/transport/http/query.ts';

/** Never throws. The link says what ends, so the body does not count. */
export async function handleUnsubscribe(request: Request): Promise<Response> {
  try {
    if (request.method !== 'GET' && request.method !== 'POST') {
      throw methodNotAllowed(request.method, ['GET', 'HEAD', 'POST']);
    }
    const params = parseQuery(request.url);
    onlyParameters(params, ['uid', 'code']);
    const [uid = '', code = ''] = ['uid', 'code'].map((name) => params.get(name)?.[0]);
    if (request.method === 'POST') {
      await readText(request);
      await endDigest(uid, code);
      return page('You get no more of these', 'A subscription in Grove can be enabled again.');
    }
    const { state } = await digestOfLink(uid, code);
    if (state === 'DISABLED') return page('You get no more of these', 'This digest has ended.');
    return page('Get no more of these?', 'Nothing else changes.', true);
  } catch (error) {
    if (!isApiError(error) || error.status !== 'NOT_FOUND') {
      return errorResponse(error, newRequestId());
    }
    const why = 'The digest was deleted, or the link was mistyped. Nothing was changed.';
    return page('This link ends nothing', why, false, STATUS.NOT_FOUND.http);
  }
}

const STYLE = `
:root { color-scheme: light dark; }
body { margin: 0; padding: 15vh 16px 16px; font: 16px/1.45 system-ui, sans-serif; }
main { max-width: 420px; margin: 0 auto; }
h1 { font-size: 22px; line-height: 1.3; margin: 0 0 8px; }
button { font: inherit; min-height: 40px; padding: 8px 16px; }`;

/** Only its own form and style: it needs no scripts. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

function page(title: string, text: string, hasForm = false, status = 200): Response {
  const form = hasForm ? '<form method="post"><button>Get no more of these</button></form>' : '';
  const name = (config().installation.name ?? 'Grove').replaceAll(
    /[&<>]/g,
    (character) => `&#${character.charCodeAt(0)};`,
  );
  const body = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="referrer" content="no-referrer">
<title>${title} · ${name}</title>
<style>${STYLE}</style>
</head>
<body><main><h1>${title}</h1><p>${text}</p>${form}<p>${name}</p></main></body>
</html>
`;
  return new Response(body, {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': POLICY,
    },
  });
}
