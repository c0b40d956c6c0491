import NextAuth from 'next-auth';
import type { NextRequest } from 'next/server';
import { authOptions } from '#lib/auth/next-auth.ts';

interface Context {
  params: Promise<{ nextauth: string[] }>;
}

function handle(request: NextRequest, context: Context): Promise<Response> {
  return NextAuth(request, context, authOptions()) as Promise<Response>;
}

export { handle as GET, handle as POST };
