/** The operator at the command line, whom nobody asks for a capability. */
import { randomUUID } from 'node:crypto';
import type { Capability } from '#lib/resources/capabilities.ts';
import { Reach } from '#lib/access/reach.ts';
import type { Call } from '#lib/service/verbs/call.ts';

/** Who the audit log says it was. */
export const OPERATOR = 'command line';

/** A call that may do this at the group, and nothing else. */
export function operatorCall(capability: Capability, group: string): Call {
  return {
    principal: { issuer: '', subject: '', identities: [], ownIdentity: null, via: 'token' },
    reach: new Reach(new Map([[group, new Set([capability])]])),
    requestId: randomUUID(),
    actor: OPERATOR,
  };
}
