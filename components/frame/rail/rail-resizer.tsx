'use client';

import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import {
  clampRail,
  RAIL_DEFAULT,
  RAIL_MAX,
  RAIL_MIN,
} from '#components/frame/preferences/preferences.ts';
import { useTextScale } from '#components/ui/hooks/use-text-scale.ts';
import { cx } from '#components/ui/text/cx.ts';

const STEP = 16;

export interface RailResizerProps {
  width: number;
  /** Called on each move, then once more with `isDone`. */
  onResize: (width: number, isDone: boolean) => void;
  onCollapse: () => void;
}

/** The edge of the rail: drag it, or focus it and use the arrow keys. Enter collapses the rail. */
export function RailResizer({ width, onResize, onCollapse }: RailResizerProps) {
  const [isDragging, setDragging] = useState(false);
  const scale = useTextScale();

  const onKeyDown = (event: KeyboardEvent) => {
    const widths: Record<string, number> = {
      ArrowLeft: width - STEP,
      ArrowRight: width + STEP,
      Home: RAIL_MIN,
      End: RAIL_MAX,
    };
    const next = widths[event.key];
    if (next !== undefined) onResize(clampRail(next), true);
    else if (event.key === 'Enter') onCollapse();
    else return;
    event.preventDefault();
  };
  const onPointerMove = (event: PointerEvent) => {
    if (isDragging) onResize(clampRail(event.clientX / scale), false);
  };
  const onPointerUp = (event: PointerEvent) => {
    if (!isDragging) return;
    setDragging(false);
    onResize(clampRail(event.clientX / scale), true);
  };

  return (
    <div
      role="separator"
      aria-label="Width of the group tree"
      aria-orientation="vertical"
      aria-valuemin={RAIL_MIN}
      aria-valuemax={RAIL_MAX}
      aria-valuenow={width}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        setDragging(true);
      }}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={() => setDragging(false)}
      onDoubleClick={() => onResize(RAIL_DEFAULT, true)}
      className={cx(
        'absolute inset-y-0 -right-1 z-10 w-2 cursor-col-resize touch-none',
        'after:absolute after:inset-y-0 after:left-[3px] after:w-0.5 after:transition-colors after:duration-120 hover:after:bg-accent forced-colors:hover:after:bg-[Highlight]',
        isDragging && 'after:bg-accent',
      )}
    />
  );
}
