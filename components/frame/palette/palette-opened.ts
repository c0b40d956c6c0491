'use client';

import { useQuery } from '@tanstack/react-query';
import { Folder } from 'lucide-react';
import { useState } from 'react';
import { oftenAndLately } from '#components/frame/palette/often-and-lately.ts';
import { type CommandSection, matches } from '#components/frame/palette/palette-commands.ts';
import { openedGroups } from '#components/frame/preferences/opened-groups.ts';
import { useScope } from '#components/frame/use-scope.ts';
import { groupPath } from '#lib/client/paths.ts';
import { namesQuery, NO_NAMES, parentsOf } from '#lib/client/resources/names.ts';
import { markedNames, marksOf } from '#lib/client/session/organizations.ts';
import { currentCaller, personOf } from '#lib/client/session/caller.ts';

/** The maximum number of groups, so that the commands stay visible. */
const MOST = 5;

/** The groups that the person opens often or has opened lately. With a typed text, only those whose name matches it. */
export function useOpenedSection(text: string): CommandSection {
  const { group } = useScope();
  const { data: caller } = useQuery(currentCaller());
  const [opened] = useState(() => oftenAndLately(openedGroups(personOf(caller))));
  const parents = parentsOf(opened.map((uid) => ({ uid })));
  const { data: names = NO_NAMES } = useQuery(namesQuery('groups', [...opened, ...parents]));
  const marks = marksOf(caller);
  const marked = markedNames(names, marks);
  const commands = opened.flatMap((uid) => {
    const label = names.get(uid);
    if (label === undefined || uid === group || !matches(label, text)) return [];
    const [holder] = parentsOf([{ uid }]);
    const parent = marked.get(holder ?? '');
    const detail = parent === undefined ? marks.get(uid) : `in ${parent}`;
    return [{ id: uid, label, icon: Folder, href: groupPath(uid), ...(detail && { detail }) }];
  });
  return { title: 'Recent groups', commands: commands.slice(0, MOST) };
}
