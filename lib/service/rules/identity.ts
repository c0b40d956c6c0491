import { refusal } from '#lib/aip/errors.ts';
import { valueAt } from '#lib/aip/field-mask.ts';
import { isJsonObject, type JsonObject } from '#lib/aip/json.ts';
import { rootUid } from '#lib/aip/uid.ts';
import { forgetSeen } from '#lib/auth/last-seen.ts';
import { endedKey, keepEnded } from '#lib/auth/refused-uses.ts';
import { postNotice } from '#lib/mail/outbox.ts';
import { CLAIM_MATCH_TOPIC, claimMatchMail } from '#lib/mail/warnings.ts';
import { MAX_CLAIMS } from '#lib/resources/identity.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import { addressesOfOwners } from '#lib/service/identity-keys/recipients.ts';
import { requireRoomAmongAlike } from '#lib/service/rules/alike-identities.ts';
import { becomeAnother, matchesOthers } from '#lib/service/rules/another-person.ts';
import {
  bindingsWhere,
  endBindings,
  notEnded,
  requireBindingDeletes,
} from '#lib/service/rules/binding-ends.ts';
import { requireMayEndBlock } from '#lib/service/rules/block.ts';
import { unconfirmedSince } from '#lib/service/rules/confirmation.ts';
import { requireItsGrants, requireItsOffers } from '#lib/service/rules/granting.ts';
import { keepAnOwner } from '#lib/service/rules/last-owner.ts';
import { patternViolations } from '#lib/service/rules/pattern-violations.ts';
import type { Rules } from '#lib/service/rules/rules.ts';
import { is } from '#lib/store/predicates.ts';

const PATTERNS = ['issuerPattern', 'subjectPattern', 'audiencePattern'];

function patternsOf(body: JsonObject): (readonly [string, unknown])[] {
  const claims = valueAt(body, 'claimMatch.claimPatterns');
  const patterns = Object.entries(isJsonObject(claims) ? claims : {});
  return [
    ...PATTERNS.map((key) => [`claimMatch.${key}`, valueAt(body, `claimMatch.${key}`)] as const),
    ...(patterns.length > MAX_CLAIMS ? [] : patterns).map(
      ([claim, pattern]) => [`claimMatch.claimPatterns.${claim}`, pattern] as const,
    ),
  ];
}

export const identityRules: Rules<'Identity'> = {
  violations: (body) => patternViolations(patternsOf(body)),

  async beforeWrite(tx, call, { uid, input, before }) {
    const { claimMatch: match } = input;
    const former = before !== null && matchesOthers(before, match) ? before : null;
    if (former !== null) {
      if (former.blockedTime !== null) {
        // The block would stop somebody whom the caller may not block.
        const words = 'the claim match of a blocked identity cannot change; unblock it first';
        throw refusal('IDENTITY_BLOCKED', words, uid);
      }
      await requireItsGrants(tx, call, uid);
      await requireItsOffers(tx, call, uid);
    }
    await requireRoomAmongAlike(tx, uid, { before, match });
    const unconfirmedTime = await unconfirmedSince(tx, uid, { before, match });
    if (before === null) return { columns: { unconfirmedTime } };
    if (former === null) return undefined;
    const next = { match, isUnconfirmed: unconfirmedTime !== null };
    const columns = await becomeAnother(tx, call, former, next);
    return { columns: { ...columns, unconfirmedTime, matchesAnyAccount: null } };
  },

  afterUpdate({ before, after }) {
    if (before.namesSince?.getTime() === after.namesSince?.getTime()) return;
    forgetSeen(after.uid);
    notifyOwners(after);
  },

  initial: (now) => ({ lastSeenTime: now }),

  // Deleting an identity deletes its bindings, so the caller must be allowed to delete these. The
  // last owner of its organization cannot be deleted.
  async beforeDelete(tx, call, row) {
    const { uid } = row;
    const bindings = await bindingsWhere(tx, is('identityUid', uid));
    // Bindings in other organizations keep nobody here from deleting the identity.
    const here = bindings.filter(({ parent }) => rootUid(parent) === rootUid(uid));
    requireBindingDeletes(call, await notEnded(tx, here), uid);
    await keepAnOwner(tx, call, here);
    if (row.blockedTime !== null) await requireMayEndBlock(tx, call, row);
    await endBindings(tx, { ...call, onBehalfOf: rootUid(uid) }, bindings);
    // The database deletes them with the identity.
    const keys = await tx.rows('IdentityKey', is('identityUid', uid));
    await keepEnded(tx, keys.map(endedKey));
    await tx.deleteAll('SavedView', is('owner', uid));
  },
};

/**
 * Notifies the owners of the organization, where there is e-mail: whoever may edit identities decides
 * who has their roles. No request waits for it.
 */
function notifyOwners({ uid, name, issuer, subject, updateTime: time }: RowOf<'Identity'>): void {
  const root = rootUid(uid);
  const changed = { uid, name, issuer, subject, time };
  postNotice({
    what: 'notice: claim match',
    root,
    topic: CLAIM_MATCH_TOPIC,
    recipients: () => addressesOfOwners(root),
    write: async (to) => claimMatchMail(to, changed),
  });
}
