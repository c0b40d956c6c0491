import { admitPage } from '#lib/transport/host/pages.ts';

export { admitPage as proxy };

/**
 * All paths but those that route handlers answer, which count their requests themselves, and the
 * files of the build. Next would keep a copy of each body that passes here.
 */
export const config = {
  matcher: [
    '/((?!_next/static/|(?:grove|grpc)\\.[\\w.]+/\\w+$|api/auth/[^/]|(?:iam|registry|vulnerabilities)/(?:v1|v2beta1)(?:/|$)|registry/events$|(?:auth/v1|sts|oauth|\\.well-known)(?:/|$)|openapi(?:-v1)?\\.json$|metrics$|installation/picture$|healthz$|readyz$|malformed$).*)',
  ],
};
