/** The operator at the command line, who needs no capabilities. */
import { randomUUID } from 'node:crypto';
import { CAPABILITIES } from '#lib/resources/capabilities.ts';
import { Reach } from '#lib/access/reach.ts';
import type { Call } from '#lib/service/calls/call.ts';

/** The actor of changes by the command line, in the audit log. */
export const OPERATOR = 'command line';

/** A call that has all capabilities at the group and below. */
export function operatorCall(group: string): Call {
  return {
    principal: {
      issuer: '',
      subject: '',
      identities: [],
      ownIdentities: [],
      boundElsewhere: [],
      home: null,
      isWhole: false,
      blockedIn: [],
      via: 'token',
    },
    reach: new Reach(new Map([[group, new Set(CAPABILITIES)]])),
    requestId: randomUUID(),
    actor: OPERATOR,
  };
}
