'use client';

import { ListTree, PanelLeftClose } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import {
  formatRail,
  type Rail as RailState,
  RAIL_COOKIE,
  rememberPreference,
} from '#components/frame/preferences/preferences.ts';
import { RailLinks } from '#components/frame/rail/rail-links.tsx';
import { RailResizer } from '#components/frame/rail/rail-resizer.tsx';
import { IconButton } from '#components/ui/buttons/icon-button.tsx';
import { USUAL_SIZE } from '#components/ui/hooks/use-text-scale.ts';

export interface RailProps {
  initial: RailState;
  children: ReactNode;
  /** Beside the heading: the button for a new group. */
  action?: ReactNode;
}

/** The rail with the tree. This browser remembers its width and whether it is collapsed. */
export function Rail({ initial, action, children }: RailProps) {
  const [rail, setRail] = useState(initial);
  const keep = (next: RailState) => {
    setRail(next);
    rememberPreference(RAIL_COOKIE, formatRail(next));
  };

  if (rail.isCollapsed) {
    return (
      <aside
        aria-label="Groups"
        className="hidden w-12 shrink-0 flex-col items-center gap-1 border-r border-line bg-paper-2 pt-2 md:not-print:flex"
      >
        <IconButton
          label="Show the group tree"
          icon={ListTree}
          onPress={() => keep({ ...rail, isCollapsed: false })}
        />
        {action}
        <div className="mt-auto">
          <RailLinks isCollapsed />
        </div>
      </aside>
    );
  }
  return (
    <aside
      aria-label="Groups"
      style={{ width: `${rail.width / USUAL_SIZE}rem` }}
      className="relative hidden max-w-1/2 shrink-0 flex-col border-r border-line bg-paper-2 md:not-print:flex"
    >
      <div className="flex h-12 shrink-0 items-center gap-1 pr-2 pl-4">
        <h2 className="flex-1 text-sm font-medium text-ink-2">Groups</h2>
        {action}
        <IconButton
          label="Collapse the group tree"
          icon={PanelLeftClose}
          size="sm"
          onPress={() => keep({ ...rail, isCollapsed: true })}
        />
      </div>
      {children}
      <RailLinks />
      <RailResizer
        width={rail.width}
        onResize={(width, isDone) => {
          const next = { ...rail, width };
          if (isDone) keep(next);
          else setRail(next);
        }}
        onCollapse={() => keep({ ...rail, isCollapsed: true })}
      />
    </aside>
  );
}
