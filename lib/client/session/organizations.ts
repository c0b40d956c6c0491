/** The organizations of the signed-in person, and what tells those of one name apart. */
import type { QueryClient } from '@tanstack/react-query';
import { post } from '#lib/client/api.ts';
import { lookAlikes } from '#lib/client/lists/look-alikes.ts';
import { identities } from '#lib/client/resources/resources.ts';
import type { Caller, OwnOrganization } from '#lib/client/session/caller.ts';

/** Those that name the person, who has not joined them. */
export const askingOf = (caller: Caller | undefined): readonly OwnOrganization[] =>
  caller?.organizations.filter(({ unconfirmedTime }) => unconfirmedTime !== undefined) ?? [];

export const joinedOf = (caller: Caller | undefined): readonly OwnOrganization[] =>
  caller?.organizations.filter(({ unconfirmedTime }) => unconfirmedTime === undefined) ?? [];

export const joinOrganization = ({ identityUid }: OwnOrganization) =>
  post<object>(`${identities.collection}:confirm`, { uid: identityUid });

/** The same for one that the person has not joined, which they refuse. */
export const leaveOrganization = ({ groupUid }: OwnOrganization) =>
  post<object>(`${identities.collection}:leave`, { groupUid });

/** What the person reaches has changed, so that any list may show something else. */
export const refreshCaller = (client: QueryClient) => void client.invalidateQueries();

/** The first digits of the uid of a root group. */
const SHOWN_DIGITS = 8;

/** For each organization whose name another one has too: its verified domain, and the start of its uid. */
export function marksOf(caller: Caller | undefined): ReadonlyMap<string, string> {
  const named = joinedOf(caller).map((one) => ({ ...one, uid: one.groupUid }));
  const alike = lookAlikes(named);
  return new Map(
    named.flatMap(({ uid, domains }) => {
      if (!alike.has(uid)) return [];
      return [[uid, [domains[0], uid.slice(0, SHOWN_DIGITS)].filter(Boolean).join(' · ')]];
    }),
  );
}

/** The names with the marks of root groups. */
export function markedNames(
  names: ReadonlyMap<string, string>,
  marks: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  if (marks.size === 0) return names;
  return new Map([...names].map(([uid, name]) => [uid, markedName({ uid, name }, marks)]));
}

export function markedName(
  { uid, name }: { uid: string; name: string },
  marks: ReadonlyMap<string, string>,
): string {
  const mark = marks.get(uid);
  return mark === undefined ? name : `${name} (${mark})`;
}
