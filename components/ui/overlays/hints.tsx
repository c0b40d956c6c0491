'use client';

import { useEffect, useLayoutEffect, useRef, useState } from 'react';

const DELAY_MS = 500;
const ID = 'hint';
const GAP = 6;
const MARGIN = 4;

const hintedAt = ({ target }: Event) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-hint]') : null;

/** Above what it belongs to, below where there is no room, and never beyond the edges. */
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
 * The words of everything that has `data-hint`, on hover and on focus; once in a page, since a
 * tooltip for each row of a table would weigh more than the row. Never the only place for what
 * one must know.
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
    // A finger cannot hover: where pressing does nothing, it is answered with the reason.
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
    // On top of dialogs too.
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
      className="pointer-events-none fixed inset-auto m-0 max-w-[min(44rem,calc(100vw-1rem))] animate-fade rounded-sm border-0 bg-ink px-2 py-1 text-xs break-words text-paper"
    >
      {anchor.dataset['hint']}
    </div>
  );
}
