'use client';

import { useEffect, useRef, useState } from 'react';
import { Tooltip, TooltipTriggerStateContext } from 'react-aria-components/Tooltip';
import { tooltipClass } from '#components/ui/tooltip.tsx';

const DELAY_MS = 500;
const ID = 'hint';

/* It is there only while it is open. */
const OPEN = {
  isOpen: true,
  shouldSkipAnimation: true,
  open: () => undefined,
  close: () => undefined,
};

const hintedAt = ({ target }: Event) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-hint]') : null;

/**
 * The words of everything that has `data-hint`, on hover and on focus; once in a page. For what a
 * table repeats in each of its rows, where a tooltip of its own would weigh more than the row.
 */
export function Hints() {
  const anchor = useRef<HTMLElement | null>(null);
  const [text, setText] = useState('');

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const hide = () => {
      clearTimeout(timer);
      anchor.current?.removeAttribute('aria-describedby');
      anchor.current = null;
      setText('');
    };
    const show = (element: HTMLElement) => {
      anchor.current = element;
      element.setAttribute('aria-describedby', ID);
      setText(element.dataset['hint'] ?? '');
    };
    const onOver = (event: PointerEvent) => {
      const element = hintedAt(event);
      if (element === anchor.current) return;
      hide();
      if (element && event.pointerType === 'mouse') {
        timer = setTimeout(() => show(element), DELAY_MS);
      }
    };
    const onFocus = (event: FocusEvent) => {
      const element = hintedAt(event);
      hide();
      if (element?.matches(':focus-visible')) show(element);
    };
    const events = new AbortController();
    const options = { signal: events.signal, capture: true, passive: true };
    document.addEventListener('pointerover', onOver, options);
    document.addEventListener('focusin', onFocus, options);
    for (const type of ['focusout', 'pointerdown', 'keydown', 'scroll']) {
      document.addEventListener(type, hide, options);
    }
    return () => {
      events.abort();
      hide();
    };
  }, []);

  if (text === '') return null;
  return (
    <TooltipTriggerStateContext value={OPEN}>
      <Tooltip triggerRef={anchor} placement="top" offset={6} className={tooltipClass}>
        <span id={ID}>{text}</span>
      </Tooltip>
    </TooltipTriggerStateContext>
  );
}
