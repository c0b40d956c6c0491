/** What the caller may do themselves, which needs no capability to read. */
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '#lib/client/api.ts';
import type { ListOwnAccessResponseJson } from '#lib/generated/proto/grove/iam/v2beta1/access_pb.js';
import type { Answered, Role, RoleBinding } from '#lib/client/resources/wire.ts';
import { namesQuery, parentsOf } from '#lib/client/resources/names.ts';
import { phaseOf } from '#lib/client/access/binding-times.ts';

type OwnAccess = Answered<
  ListOwnAccessResponseJson,
  never,
  { roleBindings: RoleBinding[]; roles: Role[] }
>;

const PAGE_SIZE = '200';

/** The role bindings of the caller that grant a role or will, with the roles. It follows the caller. */
export const ownAccessQuery = () =>
  infiniteQueryOptions({
    queryKey: ['me', 'access'],
    initialPageParam: '',
    getNextPageParam: ({ nextPageToken }: OwnAccess) => nextPageToken || undefined,
    queryFn: ({ pageParam, signal }) => {
      const page = { page_size: PAGE_SIZE, ...(pageParam && { page_token: pageParam }) };
      return call<OwnAccess>(`/iam/v2beta1/access:own?${new URLSearchParams(page)}`, { signal });
    },
  });

/** The names of the groups above those of the bindings, as far as the caller sees them. */
export const namesAboveQuery = (bindings: readonly RoleBinding[]) =>
  namesQuery('groups', parentsOf(bindings.map(({ group }) => group)));

/** A beginning or an end. */
export interface Turn {
  binding: RoleBinding;
  kind: 'begins' | 'ends';
  /** An RFC 3339 time. */
  time: string;
}

/** What begins and ends from now on, the next first. */
export function turnsOf(bindings: readonly RoleBinding[], now: number): Turn[] {
  const turns = bindings.flatMap((binding): Turn[] => {
    const { startTime, expirationTime } = binding;
    const phase = phaseOf(binding, now);
    return [
      ...(startTime !== undefined && phase === 'coming'
        ? [{ binding, kind: 'begins', time: startTime } as const]
        : []),
      ...(expirationTime !== undefined && phase !== 'ended'
        ? [{ binding, kind: 'ends', time: expirationTime } as const]
        : []),
    ];
  });
  return turns.toSorted((a, b) => Date.parse(a.time) - Date.parse(b.time));
}
