/** The facts of a request that follow from its method and path, before anything of it is read. */
import type { RequestKind } from '#lib/settings/limits.ts';

export interface Endpoint {
  /** Of HTTP; `*` for all. Who offers GET offers HEAD as well. */
  method: string;
  /** `/*` at the end stands for anything below it. */
  path: string;
  /** `caller`: needs credentials. */
  who: 'caller' | 'anybody';
  /** Of its client's network, and of its caller; null where nobody counts it. */
  rate: RequestKind | null;
  /** Its name in metrics, spans and the log. */
  operation: string;
  /** Whether the body says who the caller is, so that it is read before that is known. */
  bringsCredentials: boolean;
}

/** An endpoint whose caller is known before a body is read. */
export const byCaller = (
  method: string,
  path: string,
  rate: Endpoint['rate'],
  operation: string,
): Endpoint => ({ method, path, who: 'caller', rate, operation, bringsCredentials: false });

/** One that needs no credentials. */
export const byAnybody = (...facts: Parameters<typeof byCaller>): Endpoint => ({
  ...byCaller(...facts),
  who: 'anybody',
});

/** One to which anybody may send a token, a code or a password. */
export const forCredentials = (
  path: string,
  rate: 'signIn' | 'token',
  operation: string,
): Endpoint => ({ ...byAnybody('POST', path, rate, operation), bringsCredentials: true });
