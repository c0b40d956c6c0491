import type { NextRequest } from 'next/server';
import { handleNextAuth } from '#lib/transport/auth/next-auth.ts';
import type { Context } from '#lib/transport/auth/next-auth.ts';
import { admitted } from '#lib/transport/host/serve.ts';

function answer(request: NextRequest, context: Context): Promise<Response> {
  return admitted(request, (counted) => handleNextAuth(counted, context));
}

export { answer as GET, answer as POST };
