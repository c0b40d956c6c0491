import { refusal } from '#lib/aip/errors.ts';
import { rootUid } from '#lib/aip/uid.ts';
import { valueAt } from '#lib/aip/field-mask.ts';
import { isJsonObject, type JsonObject } from '#lib/aip/json.ts';
import { forgetSeen } from '#lib/auth/last-seen.ts';
import { is } from '#lib/store/predicates.ts';
import { MAX_CLAIMS, type ClaimMatch } from '#lib/resources/identity.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import { becomeAnother, matchesOthers } from './another-person.ts';
import { notifyOwners } from './claim-match-notice.ts';
import { endBindings, bindingsWhere, requireBindingDeletes } from './binding-ends.ts';
import { requireRoomAmongAlike } from './alike-identities.ts';
import { requireItsGrants } from './granting.ts';
import { requireMayEndBlock } from './block.ts';
import { keepAnOwner } from './last-owner.ts';
import { patternViolations } from './pattern-violations.ts';
import type { Rules } from './rules.ts';

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

/** With another claim match, the block would stop somebody whom the caller may not block. */
function requireUnblocked({ uid, blockedTime }: RowOf<'Identity'>): void {
  if (blockedTime === null) return;
  throw refusal(
    'IDENTITY_BLOCKED',
    'the claim match of a blocked identity cannot change; unblock it first',
    uid,
  );
}

export const identityRules: Rules<'Identity'> = {
  violations: (body) => patternViolations(patternsOf(body)),

  async beforeWrite(tx, call, { uid, input, before }) {
    const match = input['claimMatch'] as ClaimMatch;
    const former = before !== null && matchesOthers(before, match) ? before : null;
    if (former !== null) {
      requireUnblocked(former);
      await requireItsGrants(tx, call, uid);
    }
    await requireRoomAmongAlike(tx, uid, { before, match });
    return former === null ? undefined : { columns: await becomeAnother(tx, call, former, match) };
  },

  afterUpdate({ before, after }) {
    if (before.namesSince?.getTime() === after.namesSince?.getTime()) return;
    forgetSeen(after.uid);
    notifyOwners(after);
  },

  initial: (now) => ({ lastSeenTime: now }),

  // Deleting an identity deletes its bindings, so the caller must be allowed to delete these. The
  // last owner of an organization cannot be deleted.
  async beforeDelete(tx, call, row) {
    const { uid } = row;
    const bindings = await bindingsWhere(tx, is('identityUid', uid));
    // Bindings in other organizations keep nobody here from deleting the identity.
    const isHere = ({ parent }: { parent: string }) => rootUid(parent) === rootUid(uid);
    requireBindingDeletes(call, bindings.filter(isHere), uid);
    await keepAnOwner(tx, call, bindings);
    if (row.blockedTime !== null) await requireMayEndBlock(tx, call, row);
    await endBindings(tx, call, bindings);
    await tx.deleteAll('SavedView', is('owner', uid));
  },
};
