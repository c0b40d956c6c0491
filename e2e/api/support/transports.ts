/** The transports that express the same calls. */
import { overGrpc } from './over-grpc.ts';
import { overV1 } from './over-v1.ts';
import type { TestGrove } from './test-grove.ts';

export const TRANSPORTS = ['rest', 'grpc', 'v1'] as const;
export type Transport = (typeof TRANSPORTS)[number];
export type Call = TestGrove['call'];
export type Transports = Readonly<Record<Transport, Call>>;

/** Runs `work` while they are open. */
export async function overEach(
  { url, ownerToken, call }: TestGrove,
  work: (over: Transports) => Promise<void>,
): Promise<void> {
  const grpc = overGrpc(new URL(url).host, ownerToken, call);
  await work({ rest: call, grpc: grpc.call, v1: overV1(call) });
  grpc.close();
}
