import { identify } from '#lib/auth/identify.ts';
import type { Principal } from '#lib/auth/principal.ts';

/** Who sends a request to an endpoint around sign-in, counted against the rate of reads. */
export const callerOf = async (request: Request): Promise<Principal> =>
  (await identify(request, 'read')).principal;
