'use client';

import { useQuery } from '@tanstack/react-query';
import { currentCaller } from '#lib/client/session/caller.ts';
import {
  type Command,
  type CommandSection,
  TAB_ICONS,
} from '#components/frame/palette/palette-commands.ts';
import type { FoundHere } from '#components/frame/palette/use-found.ts';
import { useScope } from '#components/frame/use-scope.ts';
import { type FoundSection, morePath } from '#lib/client/search/find.ts';

/** The search results as palette entries. Each section ends with a link to all of its results. */
export function useFoundSections({ sections, holders }: FoundHere): CommandSection[] {
  const { group } = useScope();
  const { data: caller } = useQuery(currentCaller());
  const only = caller?.topGroups.length === 1 ? caller.topGroups[0] : undefined;
  const where = group ? { uid: group, name: 'this group' } : only;
  return sections.map((section) => ({
    title: section.title,
    commands: [...section.hits.map((hit) => lineOf(hit, holders)), ...moreOf(section, where)],
  }));
}

function lineOf(hit: FoundSection['hits'][number], holders: ReadonlyMap<string, string>): Command {
  const holder = holders.get(hit.holder ?? '');
  const detail = [hit.detail, holder && `in ${holder}`].filter(Boolean).join(' · ');
  return { id: hit.uid, label: hit.label, href: hit.href, ...(detail && { detail }) };
}

function moreOf(
  { title, total, hits, more }: FoundSection,
  where: { uid: string; name: string } | undefined,
): Command[] {
  if (!more || !where || total <= hits.length) return [];
  return [
    {
      id: `more-${title}`,
      label: `Show all in ${where.name}`,
      icon: TAB_ICONS[more.source.tab],
      href: morePath(where.uid, more),
      isMore: true,
    },
  ];
}
