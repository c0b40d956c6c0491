import { type RefObject, useCallback, useEffect, useState } from 'react';

/** The first and the last visible row, counted from 0. */
export interface Sight {
  first: number;
  last: number;
}

/* The height that the server assumes, so that the top rows are in the first paint. */
const FIRST_HEIGHT = 640;

/**
 * The visible rows of a long list in a scrolling element, all of the same height.
 *
 * @param count Rows in all.
 * @param rowHeight Pixels.
 */
export function useWindow(
  scroller: RefObject<HTMLElement | null>,
  count: number,
  rowHeight: number,
) {
  const [sight, setSight] = useState<Sight>(() => sightAt(0, FIRST_HEIGHT, rowHeight));

  const look = useCallback(() => {
    const element = scroller.current;
    if (!element) return;
    const next = sightAt(element.scrollTop, element.clientHeight, rowHeight);
    setSight((shown) => (shown.first === next.first && shown.last === next.last ? shown : next));
  }, [scroller, rowHeight]);

  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    element.addEventListener('scroll', look, { passive: true });
    const resizes = new ResizeObserver(look);
    resizes.observe(element);
    return () => {
      element.removeEventListener('scroll', look);
      resizes.disconnect();
    };
  }, [scroller, look]);

  /** Scrolls a row into view: to the middle, or as close as possible. */
  const show = useCallback(
    (row: number, isCentred: boolean) => {
      const element = scroller.current;
      if (!element) return;
      const top = row * rowHeight;
      const spare = element.clientHeight - rowHeight;
      if (isCentred) element.scrollTo({ top: top - spare / 2 });
      else if (top < element.scrollTop) element.scrollTo({ top });
      else if (top > element.scrollTop + spare) element.scrollTo({ top: top - spare });
      look();
    },
    [scroller, rowHeight, look],
  );

  const last = Math.max(0, count - 1);
  return {
    sight: { first: Math.min(sight.first, last), last: Math.min(sight.last, last) },
    show,
  };
}

function sightAt(top: number, height: number, rowHeight: number): Sight {
  const first = Math.floor(top / rowHeight);
  return { first, last: Math.max(first, Math.ceil((top + height) / rowHeight) - 1) };
}
