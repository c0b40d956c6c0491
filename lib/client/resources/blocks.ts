import type { ShellRequest } from '#lib/client/curl.ts';
import { identities } from '#lib/client/resources/resources.ts';

/** Blocks an identity. @param reason null to unblock. */
export const blockRequest = (uid: string, reason: string | null): ShellRequest => ({
  method: 'POST',
  path: `${identities.collection}:${reason === null ? 'unblock' : 'block'}`,
  body: { uid, ...(reason && { reason }) },
});
