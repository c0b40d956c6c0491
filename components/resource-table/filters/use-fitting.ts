'use client';

import { type RefObject, useLayoutEffect, useState } from 'react';

function fittingIn(box: HTMLElement, order: readonly number[]): number | null {
  if (box.offsetParent === null) return null;
  const gap = Number.parseFloat(getComputedStyle(box).columnGap);
  let left = box.clientWidth + gap;
  const firstWithout = order.findIndex((index) => {
    const child = box.children[index];
    const width = child instanceof HTMLElement ? child.offsetWidth : 0;
    left -= width + gap;
    return width === 0 || left < 0;
  });
  return firstWithout < 0 ? order.length : firstWithout;
}

/**
 * How many children of a box fit beside each other on one line; null if the box is not displayed. The others are placed `absolute`, so that they keep
 * their width without taking room.
 *
 * @param order The indexes of the children, in the order in which they get room.
 */
export function useFitting(
  box: RefObject<HTMLElement | null>,
  order: readonly number[],
): number | null {
  const [fitting, setFitting] = useState<number | null>(null);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => setFitting(fittingIn(element, order));
    measure();
    // A child grows when the name of its value arrives.
    const observer = new ResizeObserver(measure);
    for (const each of [element, ...element.children]) observer.observe(each);
    return () => observer.disconnect();
  });
  return fitting;
}
