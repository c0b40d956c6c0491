'use client';

import { type KeyboardEvent, type MouseEvent, type PointerEvent, useRef, useState } from 'react';
import { MAX_WIDTH, MIN_WIDTH } from '#components/resource-table/state/use-table.ts';
import { useTextScale } from '#components/ui/hooks/use-text-scale.ts';
import { cx } from '#components/ui/text/cx.ts';

const STEP = 16;

const headOf = (separator: HTMLElement) => separator.closest('th');

export interface ColumnResizerProps {
  /** The name of the column. */
  header: string;
  /** In px. A column that takes the remaining width may be wider. */
  width: number;
  onResize: (width: number) => void;
}

/** The edge of a column: drag it, or use the arrow keys; a double click or Enter fits the content. */
export function ColumnResizer({ header, width, onResize }: ColumnResizerProps) {
  const [measured, setMeasured] = useState<number | null>(null);
  const drag = useRef<{ x: number; width: number } | null>(null);
  const now = Math.round(measured ?? width);
  const scale = useTextScale();
  const [least, most] = [MIN_WIDTH * scale, MAX_WIDTH * scale];

  const resize = (next: number) => {
    setMeasured(null);
    onResize(Math.round(Math.min(most, Math.max(least, next))));
  };
  const fit = async (separator: HTMLElement) => {
    const head = headOf(separator);
    const { fittingWidth } = await import('#components/resource-table/columns/fit.ts');
    if (head) resize(fittingWidth(head));
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const widths: Record<string, number> = {
      ArrowLeft: now - STEP,
      ArrowRight: now + STEP,
      Home: least,
      End: most,
    };
    const next = widths[event.key];
    if (next !== undefined) resize(next);
    else if (event.key === 'Enter') void fit(event.currentTarget);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  /* When the pointer moves, WebKit drags the element that is now under the place of the press: the
     name of a column that has grown. */
  const onMouseDown = (event: MouseEvent<HTMLElement>) => {
    event.preventDefault();
    event.currentTarget.focus();
  };
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { x: event.clientX, width: headOf(event.currentTarget)?.offsetWidth ?? width };
  };
  const onPointerMove = ({ clientX }: PointerEvent) => {
    const from = drag.current;
    if (from && clientX !== from.x) resize(from.width + clientX - from.x);
  };
  const onPointerEnd = () => {
    drag.current = null;
  };

  return (
    <div
      role="separator"
      aria-label={`Width of ${header}`}
      aria-orientation="vertical"
      aria-valuemin={least}
      aria-valuemax={Math.max(most, now)}
      aria-valuenow={now}
      aria-valuetext={`${now} pixels`}
      // The column's menu leads here, so that a table is not a long row of stops for Tab.
      tabIndex={-1}
      onFocus={({ currentTarget }) => setMeasured(headOf(currentTarget)?.offsetWidth ?? null)}
      onBlur={() => setMeasured(null)}
      onKeyDown={onKeyDown}
      onMouseDown={onMouseDown}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerEnd}
      onPointerCancel={onPointerEnd}
      onDoubleClick={({ currentTarget }) => void fit(currentTarget)}
      className={cx(
        'absolute inset-y-0 right-0 z-1 w-2 cursor-col-resize touch-none',
        'after:absolute after:inset-y-2 after:right-0 after:w-px after:bg-line after:transition-colors after:duration-120',
        'forced-colors:after:bg-[CanvasText] forced-colors:hover:after:bg-[Highlight] forced-colors:focus-visible:after:bg-[Highlight]',
        'hover:after:w-0.5 hover:after:bg-accent focus-visible:after:w-0.5 focus-visible:after:bg-accent active:after:bg-accent',
      )}
    />
  );
}
