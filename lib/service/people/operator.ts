/** The operator at the command line, who needs no capabilities. */
import { randomUUID } from 'node:crypto';
import type { Capability } from '#lib/resources/capabilities.ts';
import { Reach } from '#lib/access/reach.ts';
import type { Call } from '#lib/service/verbs/call.ts';

/** The actor in the audit log. */
export const OPERATOR = 'command line';

/** A call that may perform only this operation at the group. */
export function operatorCall(capability: Capability, group: string): Call {
  return {
    principal: {
      issuer: '',
      subject: '',
      identities: [],
      ownIdentity: null,
      blockedIn: [],
      via: 'token',
    },
    reach: new Reach(new Map([[group, new Set([capability])]])),
    requestId: randomUUID(),
    actor: OPERATOR,
  };
}
