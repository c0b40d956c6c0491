/** Identifies the caller of a call before its message is read, as requests over REST are. */
import { Code, createContextKey, type HandlerContext } from '@connectrpc/connect';
import { identify, type Identified } from '#lib/auth/identify.ts';
import { measureCall } from '#lib/transport/metrics/requests.ts';
import { traceCall } from '#lib/transport/tracing/calls.ts';
import { isOfGrpcItself, kindOfCall, REQUEST_ID } from './call-rates.ts';
import { unlessAborted } from './deadlines.ts';
import { toConnectError } from './errors.ts';

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
  const measured = measureCall(method.name);
  const requestId = responseHeader.get(REQUEST_ID) ?? '';
  try {
    const credentials = { method: 'POST', url, headers: requestHeader };
    const identified = await unlessAborted(signal, () => identify(credentials, kindOfCall(method)));
    for (const [name, value] of Object.entries(identified.rateHeaders)) {
      responseHeader.set(name, value);
    }
    values.set(CALLER, identified);
  } catch (error) {
    await traceCall(method, requestId, () => {
      const refusal = toConnectError(error, requestId, signal);
      measured(Code[refusal.code]);
      throw refusal;
    });
  }
}
