/**
 * Who is a party to an access request: who asked, who gets the role, and who may answer. They see it without
 * `access_requests.list`. The conditions of a list and the checks of one row say the same.
 */
import type { Reach } from '#lib/access/reach.ts';
import { rootUid } from '#lib/aip/uid.ts';
import { CAPABILITIES, type Capability } from '#lib/resources/capabilities.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import {
  all,
  any,
  below,
  grants,
  is,
  isIn,
  mentions,
  not,
  type Predicate,
} from '#lib/store/predicates.ts';
import type { Call } from './call.ts';

type Row = RowOf<'AccessRequest'>;

/** What it takes to grant any role. */
export const GRANTING: Capability = 'role_bindings.create';

/** Every identity that is the caller's, also those that only patterns match. */
const identitiesOf = ({ principal }: Pick<Call, 'principal'>): string[] => [
  ...new Set([...principal.ownIdentities, ...principal.identities]),
];

/** Requests of the caller, or by which the caller gets a role. */
export function whereOwn(call: Pick<Call, 'principal'>): Predicate {
  const identities = identitiesOf(call);
  return any(isIn('requesterUid', identities), isIn('identityUid', identities));
}

export const isOwnRequest = (
  call: Pick<Call, 'principal'>,
  { requesterUid, identityUid }: Pick<Row, 'requesterUid' | 'identityUid'>,
): boolean => identitiesOf(call).some((uid) => uid === requesterUid || uid === identityUid);

/** Where the caller holds every capability of the role. Capabilities that are held at the same groups are one condition. */
function whereHeld(reach: Reach): Predicate {
  const byPlace = Map.groupBy(CAPABILITIES, (one) => reach.topGroups(one).join());
  const places = [...byPlace.values()].map((capabilities) => {
    const [first = GRANTING] = capabilities;
    return any(below(...reach.topGroups(first)), not(any(...capabilities.map(grants))));
  });
  return all(below(...reach.topGroups(GRANTING)), ...places);
}

/** Requests of others that the caller may answer, or could have answered. */
export function whereAnswerable(call: Call): Predicate {
  if (call.reach.topGroups(GRANTING).length === 0) return any();
  const named = identitiesOf(call).map((uid) => mentions('approverIdentities', uid));
  return all(any(is('hasApprovers', false), ...named), whereHeld(call.reach), not(whereOwn(call)));
}

/** Those of them that wait. */
export const whereWaiting = (call: Call): Predicate => {
  const answered = identitiesOf(call).map((uid) => mentions('answers', uid));
  return all(is('state', 'PENDING'), whereAnswerable(call), not(any(...answered)));
};

/** What the caller sees of access requests. */
export function whereParty(call: Call): Predicate {
  const listed = call.reach.topGroups('access_requests.list');
  const unmet = [...call.reach.unmet().keys()];
  return all(
    any(below(...listed), whereOwn(call), whereAnswerable(call)),
    ...(unmet.length === 0 ? [] : [not(below(...unmet))]),
  );
}

/** Whether the caller is named to answer, or nobody is. */
export const isNamed = (call: Pick<Call, 'principal'>, approvers: readonly string[]): boolean =>
  approvers.length === 0 || identitiesOf(call).some((uid) => approvers.includes(uid));

/** @param capabilities of the role of the request. */
export function isParty(call: Call, row: Row, capabilities: readonly Capability[]): boolean {
  const { reach } = call;
  if (reach.unmet().has(rootUid(row.parent))) return false;
  if (reach.holds('access_requests.list', row.parent) || isOwnRequest(call, row)) return true;
  const lacks = reach.missing([GRANTING, ...capabilities], row.parent);
  return lacks.length === 0 && isNamed(call, row.approverIdentities);
}
