import type { QueryClient } from '@tanstack/react-query';
import type { ListView } from '#components/resource-table/state/use-list-state.ts';
import type { ListScope } from '#lib/client/lists/list-state.ts';

const WORDS: Readonly<Record<ListScope, string>> = {
  in: '',
  below: ' and below',
  above: ' inherited',
  effect: ' in effect',
  no_effect: ' without effect',
};

/** The group or repository of a list, and its scope: "payments and below". */
export function placeOf(client: QueryClient, { group, state }: ListView): string {
  const stored = ['groups', 'repos'].map((collection) =>
    client.getQueryData<{ body: { name: string } }>([collection, 'one', group]),
  );
  return `${stored.find(Boolean)?.body.name ?? ''}${WORDS[state.scope]}`;
}
