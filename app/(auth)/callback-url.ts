/**
 * The path to open after sign-in: a path of this site, or `/`. Anything that a browser would read
 * as another origin (`https:…`, `//host`, `/\host`, control characters in between) becomes `/`.
 */
export function safeCallbackPath(raw: string | null | undefined, origin: string): string {
  if (!raw) return '/';
  const url = URL.parse(raw, origin);
  if (!url || url.origin !== new URL(origin).origin || !/^https?:$/.test(url.protocol)) return '/';
  // `/..//host` resolves to this site as a URL, but as a bare path it names another host.
  return url.pathname.replace(/^\/+/, '/') + url.search + url.hash;
}
