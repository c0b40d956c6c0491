/** Blocks and unblocks identities. */
import { call } from '#lib/client/api.ts';
import type { Identity } from '#lib/client/resources/wire.ts';
import type { ShellRequest } from '#lib/client/curl.ts';
import { identities } from '#lib/client/resources/resources.ts';

/** @param reason null to unblock. */
export const blockRequest = (uid: string, reason: string | null): ShellRequest => ({
  method: 'POST',
  path: `${identities.collection}:${reason === null ? 'unblock' : 'block'}`,
  body: { uid, ...(reason && { reason }) },
});

const send = (uid: string, reason: string | null) => {
  const { path, method, body } = blockRequest(uid, reason);
  return call<Identity>(path, { method, body });
};

export const blockIdentity = (uid: string, reason: string) => send(uid, reason);

export const unblockIdentity = (uid: string) => send(uid, null);
