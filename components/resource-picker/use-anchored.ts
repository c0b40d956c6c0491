'use client';

import { type RefObject, useLayoutEffect } from 'react';

const GAP = 4;
const MARGIN = 8;
/** As much as a list of options takes at most, in px. */
const MAX_HEIGHT = 320;

function place(anchor: HTMLElement, popup: HTMLElement): void {
  const { left, top, bottom, width } = anchor.getBoundingClientRect();
  // Without what a keyboard on the screen covers.
  const height = window.visualViewport?.height ?? window.innerHeight;
  const below = height - bottom - GAP - MARGIN;
  const above = top - GAP - MARGIN;
  const isAbove = below < MAX_HEIGHT / 2 && above > below;
  Object.assign(popup.style, {
    left: `${left}px`,
    width: `${width}px`,
    top: isAbove ? 'auto' : `${bottom + GAP}px`,
    bottom: isAbove ? `${window.innerHeight - top + GAP}px` : 'auto',
    maxHeight: `${Math.min(MAX_HEIGHT, isAbove ? above : below)}px`,
  });
}

/** Keeps an element with the attribute `popover` at another one for as long as it is there. */
export function useAnchored(
  anchor: RefObject<HTMLElement | null>,
  popup: RefObject<HTMLElement | null>,
): void {
  useLayoutEffect(() => {
    const [at, element] = [anchor.current, popup.current];
    if (!at || !element) return;
    const update = () => place(at, element);
    element.showPopover();
    update();
    window.addEventListener('scroll', update, { capture: true, passive: true });
    window.addEventListener('resize', update);
    window.visualViewport?.addEventListener('resize', update);
    return () => {
      window.removeEventListener('scroll', update, { capture: true });
      window.removeEventListener('resize', update);
      window.visualViewport?.removeEventListener('resize', update);
    };
  }, [anchor, popup]);
}
