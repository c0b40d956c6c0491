/** Identifies the caller of a call before its message is read, as requests over REST are. */
import { createContextKey, type HandlerContext } from '@connectrpc/connect';
import { identify, type Identified } from '#lib/auth/identify.ts';
import { isOfGrpcItself, kindOfCall } from './call-rates.ts';
import { unlessAborted } from './deadlines.ts';
import { observed } from './observed.ts';

/** Set in the values of a call before its method runs. */
export const CALLER = createContextKey<Identified | null>(null);

/**
 * The protocols of gRPC itself need no caller.
 *
 * @throws ConnectError that refuses the call.
 */
export async function identifyCaller(context: HandlerContext): Promise<void> {
  const { method, url, signal, requestHeader, responseHeader, values } = context;
  if (isOfGrpcItself(method)) return;
  const start = performance.now();
  try {
    const credentials = { method: 'POST', url, headers: requestHeader };
    const isWatch = method.methodKind === 'server_streaming';
    const identified = await unlessAborted(signal, () =>
      identify(credentials, kindOfCall(method), { isWatch }),
    );
    for (const [name, value] of Object.entries(identified.rateHeaders)) {
      responseHeader.set(name, value);
    }
    values.set(CALLER, identified);
  } catch (error) {
    await observed(context, () => Promise.reject(error), start);
  }
}
