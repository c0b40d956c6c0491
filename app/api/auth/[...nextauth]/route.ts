import type { NextRequest } from 'next/server';
import { admitted } from '#lib/transport/host/serve.ts';
import { handleNextAuth, type Context } from '#lib/transport/sign-in/handle.ts';

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
