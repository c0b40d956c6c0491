import { admitPage } from '#lib/transport/host/pages.ts';

export { admitPage as proxy };

/**
 * All paths but those that route handlers answer, which count their requests themselves, and the
 * files of the build. Next would keep a copy of each body that passes here. `npm run docs` writes the
 * line of lib/transport/endpoints/areas.ts.
 */
export const config = {
  matcher: [
    '/((?!(?:iam/v2beta1|registry/v2beta1|vulnerabilities/v2beta1)(?:/|$)|(?:iam/v1|registry/v1|vulnerabilities/v1)(?:/|$)|(?:openapi\\.json|openapi-v1\\.json)$|(?:registry/events)$|(?:auth/v1)(?:/|$)|(?:sts|oauth)(?:/|$)|(?:\\.well-known)(?:/|$)|(?:installation/picture)$|(?:unsubscribe)$|(?:healthz)$|(?:readyz)$|(?:metrics)$|malformed$|api/auth/[^/]|(?:grove|grpc)\\.[\\w.]+/\\w+$|_next/static/).*)',
  ],
};
