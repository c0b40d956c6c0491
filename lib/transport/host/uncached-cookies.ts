/** Keeps answers that set a cookie out of every cache, since each is of one browser (RFC 9111, section 7.3). */
export function uncachedCookies(answer: Response): Response {
  const { status, body } = answer;
  if (!answer.headers.has('set-cookie')) return answer;
  if (/\bno-store\b/.test(answer.headers.get('cache-control') ?? '')) return answer;
  // The headers of some answers are immutable.
  const headers = new Headers(answer.headers);
  headers.set('cache-control', 'no-store');
  return new Response(body, { status, headers });
}
