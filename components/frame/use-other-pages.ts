import { useQuery } from '@tanstack/react-query';
import { BookOpen, FileText, type LucideIcon, SearchCheck, Server, Settings } from 'lucide-react';
import { useScope } from '#components/frame/use-scope.ts';
import {
  apiReferencePath,
  docsPath,
  explainPath,
  settingsPath,
  SYSTEM_PATH,
} from '#lib/client/paths.ts';
import { currentCaller } from '#lib/client/session/caller.ts';
import { maySeeSystem } from '#lib/client/system/system.ts';

export interface OtherPage {
  label: string;
  icon: LucideIcon;
  href: string;
  /** Every page whose path starts with this one belongs to it. */
  root: string;
  /** Whether it is about the signed-in person, so that the account menu links it too. */
  isPersonal?: boolean;
}

const SYSTEM: OtherPage = { label: 'System', icon: Server, href: SYSTEM_PATH, root: SYSTEM_PATH };

/** The pages of the console that belong to no group, which this person may open. */
export function useOtherPages(): readonly OtherPage[] {
  const { group } = useScope();
  const { data: caller } = useQuery(currentCaller());
  return [
    {
      label: 'Explain access',
      icon: SearchCheck,
      href: explainPath({ group: group ?? undefined }),
      root: explainPath({}),
    },
    { label: 'API reference', icon: BookOpen, href: apiReferencePath(), root: apiReferencePath() },
    { label: 'Documents', icon: FileText, href: docsPath(), root: docsPath() },
    ...(maySeeSystem(caller) ? [SYSTEM] : []),
    {
      label: 'Settings',
      icon: Settings,
      href: settingsPath('profile'),
      root: '/settings',
      isPersonal: true,
    },
  ];
}
