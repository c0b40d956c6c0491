'use client';

import { useEffect, useLayoutEffect, useRef, useState } from 'react';

const DELAY_MS = 500;
const ID = 'hint';
const GAP = 6;
const MARGIN = 4;

const hintedAt = ({ target }: Event) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-hint]') : null;

/** Above its element, or below if there is no room, and always within the window. */
function place(bubble: HTMLElement, anchor: HTMLElement): void {
  const at = anchor.getBoundingClientRect();
  const { width, height } = bubble.getBoundingClientRect();
  const above = at.top - height - GAP;
  const left = at.left + at.width / 2 - width / 2;
  const right = window.innerWidth - width - MARGIN;
  bubble.style.top = `${above < MARGIN ? at.bottom + GAP : above}px`;
  bubble.style.left = `${Math.max(MARGIN, Math.min(left, right))}px`;
}

/**
 * Shows the text of any element with `data-hint` on hover and on focus. Once per page, because a
 * tooltip component for each table row would be heavier than the row. Never the only source of
 * important information.
 */
export function Hints() {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const bubble = useRef<HTMLDivElement>(null);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let over: HTMLElement | null = null;
    const hide = () => {
      clearTimeout(timer);
      over = null;
      setAnchor(null);
    };
    const onOver = (event: PointerEvent) => {
      const element = hintedAt(event);
      if (element === over || event.pointerType !== 'mouse') return;
      hide();
      over = element;
      if (element) timer = setTimeout(() => setAnchor(element), DELAY_MS);
    };
    const onFocus = (event: FocusEvent) => {
      const element = hintedAt(event);
      hide();
      if (element?.matches(':focus-visible')) setAnchor(element);
    };
    // Touch has no hover: a press on a disabled element shows the reason.
    const onClick = (event: MouseEvent) => {
      const element = hintedAt(event);
      if (element?.getAttribute('aria-disabled') === 'true') setAnchor(element);
    };
    const events = new AbortController();
    const options = { signal: events.signal, capture: true, passive: true };
    document.addEventListener('pointerover', onOver, options);
    document.addEventListener('focusin', onFocus, options);
    document.addEventListener('click', onClick, options);
    for (const type of ['focusout', 'pointerdown', 'keydown', 'scroll']) {
      document.addEventListener(type, hide, options);
    }
    return () => {
      events.abort();
      clearTimeout(timer);
    };
  }, []);

  useLayoutEffect(() => {
    if (!anchor || !bubble.current) return;
    // Also above dialogs.
    bubble.current.showPopover();
    place(bubble.current, anchor);
    const described = anchor.getAttribute('aria-describedby');
    anchor.setAttribute('aria-describedby', described ? `${described} ${ID}` : ID);
    return () => {
      if (described) anchor.setAttribute('aria-describedby', described);
      else anchor.removeAttribute('aria-describedby');
    };
  }, [anchor]);

  if (!anchor) return null;
  return (
    <div
      ref={bubble}
      id={ID}
      role="tooltip"
      popover="manual"
      className="pointer-events-none fixed inset-auto m-0 max-w-[min(44rem,calc(100vw-1rem))] animate-fade rounded-sm border-0 bg-ink px-2 py-1 text-xs break-words text-paper forced-colors:border"
    >
      {anchor.dataset['hint']}
    </div>
  );
}
