/** A browser session on a data set, without a password: its people have none. */
import { encode } from 'next-auth/jwt';

export interface BrowserSession {
  cookie: { name: string; value: string };
  end(): Promise<void>;
}

/**
 * @param subject an identity of the installation's own issuer; the settings of its data are
 * adopted.
 */
export async function startBrowserSession(
  issuer: string,
  subject: string,
): Promise<BrowserSession> {
  const { openDatabase, closeDatabase } = await import('#lib/store/store.ts');
  const { endSession, startSession } = await import('#lib/auth/sessions/sessions.ts');
  const { sessionCookieName } = await import('#lib/auth/sessions/cookies.ts');
  const { secrets } = await import('#lib/secrets/secrets.ts');
  await openDatabase();
  const person = { issuer, subject, email: '', name: 'owner', network: '', userAgent: 'bench' };
  const claims = { iss: issuer, sub: subject };
  const session = await startSession(
    {
      ...person,
      claims,
      provider: null,
      providerSid: null,
      passkeySince: null,
      secondFactor: false,
    },
    async () => true,
  );
  if (session === null) throw new Error('the session was not started');
  const value = await encode({ token: { session }, secret: secrets().session });
  return {
    cookie: { name: sessionCookieName(), value },
    async end() {
      await endSession(session, {});
      await closeDatabase();
    },
  };
}
