import { BookOpen, type LucideIcon, SearchCheck, Settings } from 'lucide-react';
import { apiReferencePath, explainPath, settingsPath } from '#lib/client/paths.ts';

export interface OtherPage {
  label: string;
  icon: LucideIcon;
  href: string;
  /** Every page whose path starts with this one belongs to it. */
  root: string;
  /** Whether it is about the signed-in person, who looks for it at the account too. */
  isPersonal?: boolean;
}

/** The pages of the console that belong to no group. Access is explained for `group` first. */
export const otherPages = (group: string | null): readonly OtherPage[] => [
  {
    label: 'Explain access',
    icon: SearchCheck,
    href: explainPath({ group: group ?? undefined }),
    root: explainPath({}),
  },
  { label: 'API reference', icon: BookOpen, href: apiReferencePath(), root: apiReferencePath() },
  {
    label: 'Settings',
    icon: Settings,
    href: settingsPath('profile'),
    root: '/settings',
    isPersonal: true,
  },
];
