'use client';

import { type RefObject, useLayoutEffect } from 'react';

const GAP = 4;
const MARGIN = 8;
/** The maximum height of an option list, in px. */
const MAX_HEIGHT = 320;

function place(anchor: HTMLElement, popup: HTMLElement): void {
  const { left, top, bottom, width } = anchor.getBoundingClientRect();
  // The visible area, without an on-screen keyboard.
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

/** Keeps a `popover` element aligned with its anchor while it is open. */
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
    // The anchor may be in a sheet that is still sliding in.
    window.addEventListener('animationend', update);
    window.visualViewport?.addEventListener('resize', update);
    return () => {
      window.removeEventListener('scroll', update, { capture: true });
      window.removeEventListener('resize', update);
      window.removeEventListener('animationend', update);
      window.visualViewport?.removeEventListener('resize', update);
    };
  }, [anchor, popup]);
}
