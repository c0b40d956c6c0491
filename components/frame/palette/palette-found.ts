'use client';

import { useQuery } from '@tanstack/react-query';
import { missingReason } from '#lib/client/access/capabilities.ts';
import { type Caller, currentCaller } from '#lib/client/session/caller.ts';
import type { Asked } from '#components/frame/palette/palette-asked.ts';
import {
  type Command,
  type CommandSection,
  TAB_ICONS,
} from '#components/frame/palette/palette-commands.ts';
import type { FoundHere } from '#components/frame/palette/use-found.ts';
import { useScope } from '#components/frame/use-scope.ts';
import { marksOf } from '#lib/client/session/organizations.ts';
import { entryOf, titleOf } from '#lib/resources/catalog.ts';
import { type FoundSection, morePath } from '#lib/client/search/find.ts';

/** The search results as palette entries. Each section ends with a link to all of its results. */
export function useFoundSections({ sections, holders }: FoundHere): CommandSection[] {
  const { group } = useScope();
  const { data: caller } = useQuery(currentCaller());
  const only = caller?.topGroups.length === 1 ? caller.topGroups[0] : undefined;
  const where = group ? { uid: group, name: 'this group' } : only;
  const marks = marksOf(caller);
  return sections.map((section) => ({
    title: section.title,
    commands: [
      ...section.hits.map((hit) => lineOf(hit, holders, marks)),
      ...moreOf(section, where),
    ],
  }));
}

/** The typed command, once for each search result that can be its target. */
export function useAskedSection(
  { sections, holders }: FoundHere,
  asked: Asked | null,
): CommandSection {
  const { data: caller } = useQuery(currentCaller());
  const hits = sections
    .filter(({ title }) => asked && title === titleOf(entryOf(asked.type)))
    .flatMap((section) => section.hits);
  return {
    title: 'Commands',
    commands: asked ? hits.map((hit) => commandOf(asked, hit, caller, holders)) : [],
  };
}

type Hit = FoundSection['hits'][number];
type Holders = ReadonlyMap<string, string>;

function commandOf(asked: Asked, hit: Hit, caller: Caller | undefined, holders: Holders): Command {
  const isSelf = caller?.identities.some(({ uid }) => uid === hit.uid) ?? false;
  return {
    ...lineOf(hit, holders, marksOf(caller)),
    id: `asked-${hit.uid}`,
    icon: asked.icon,
    label: asked.labelOf(hit.label),
    href: asked.hrefOf(hit.uid),
    disabledReason:
      (isSelf && 'This is you') || missingReason(caller?.capabilities, hit.uid, ...asked.needs),
  };
}

function lineOf(hit: Hit, holders: Holders, marks: Holders): Command {
  const holder = holders.get(hit.holder ?? '');
  const parts = [hit.detail, holder && `in ${holder}`, marks.get(hit.uid)];
  const detail = parts.filter(Boolean).join(' · ');
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
