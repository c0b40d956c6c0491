import type { Caller } from '#lib/client/session/caller.ts';

/** The topmost group above a resource that the caller can reach; else its organization. */
export function topGroupOf(caller: Pick<Caller, 'topGroups'> | undefined, uid: string): string {
  const top = caller?.topGroups.find((group) => uid.startsWith(`${group.uid}/`));
  return top?.uid ?? uid.split('/')[0] ?? '';
}
