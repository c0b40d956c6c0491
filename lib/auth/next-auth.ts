/**
 * next-auth for the console: the cookie is encrypted and names a row in
 * Session, so that a session can be revoked. No token reaches a page's script.
 */
import type { NextAuthOptions } from 'next-auth';
import CredentialsProvider from 'next-auth/providers/credentials';
import { secrets } from '#lib/secrets.ts';
import { signInWithPassword } from './password-sign-in.ts';
import { endSession, SESSION_LIFETIME_S, startSession } from './sessions.ts';
import { config } from '#lib/config.ts';

function credentials() {
  return CredentialsProvider({
    id: 'credentials',
    name: 'E-mail and password',
    credentials: {
      email: { label: 'E-mail', type: 'email' },
      password: { label: 'Password', type: 'password' },
    },
    async authorize(given, request) {
      const result = await signInWithPassword(given?.email ?? '', given?.password ?? '');
      if (result === null) return null;
      // The page reads the seconds out of the error's code.
      if ('waitSeconds' in result) throw new Error(`TooManyAttempts:${result.waitSeconds}`);
      const session = await startSession({
        issuer: config().url,
        subject: result.identityUid,
        email: result.email,
        name: result.email,
        userAgent: String(request.headers?.['user-agent'] ?? ''),
      });
      return { id: session, email: result.email, name: result.email };
    },
  });
}

export function authOptions(): NextAuthOptions {
  return {
    secret: secrets().session,
    session: { strategy: 'jwt', maxAge: SESSION_LIFETIME_S },
    pages: { signIn: '/sign-in', error: '/sign-in', signOut: '/sign-in' },
    providers: [credentials()],
    useSecureCookies: config().secureCookies,
    callbacks: {
      jwt: ({ token, user }) => (user === undefined ? token : { ...token, session: user.id }),
      session: ({ session }) => ({
        expires: session.expires,
        user: { name: session.user?.name, email: session.user?.email },
      }),
    },
    events: {
      async signOut({ token }) {
        if (typeof token?.['session'] === 'string') await endSession(token['session']);
      },
    },
  };
}
