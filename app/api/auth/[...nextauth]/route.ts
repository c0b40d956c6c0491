import type { NextRequest } from 'next/server';
import { handleNextAuth } from '#lib/transport/auth/next-auth.ts';
import type { Context } from '#lib/transport/auth/next-auth.ts';
import { admitted } from '#lib/transport/host/serve.ts';

function answer(request: NextRequest, context: Context): Promise<Response> {
  return admitted(request, (counted) => handleNextAuth(counted, context));
}

/** All methods, because Next.js would answer the others without counting the request. */
export {
  answer as DELETE,
  answer as GET,
  answer as HEAD,
  answer as OPTIONS,
  answer as PATCH,
  answer as POST,
  answer as PUT,
};
