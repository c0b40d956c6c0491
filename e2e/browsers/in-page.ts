/** The functions that the sweep runs inside a page, in any browser. */
import type * as Testing from '@testing-library/dom';

declare const TestingLibraryDom: typeof Testing;

/** An element of a page, by its role and accessible name. */
export interface Part {
  role: string;
  name?: string | RegExp;
  within?: Part;
}

export interface Seen {
  text: string;
  value: string;
  description: string;
  isFocused: boolean;
  box: { x: number; y: number; width: number; height: number };
  /** Whether the whole element is inside the window. */
  isInside: boolean;
}

/** The first of these elements that people can use now: a modal dialog makes the others inert. */
export function locate({ role, name, within }: Part): Element | null {
  const around = within === undefined ? document.body : locate(within);
  if (!(around instanceof HTMLElement)) return null;
  const place = [...document.querySelectorAll(':modal')].at(-1) ?? document.body;
  const found = TestingLibraryDom.queryAllByRole(around, role, { name });
  return found.find((element) => element.closest(':modal, body') === place) ?? null;
}

export function see(part: Part): Seen | null {
  const element = locate(part);
  if (element === null) return null;
  const { x, y, width, height, left, top, right, bottom } = element.getBoundingClientRect();
  const described = element.getAttribute('aria-describedby')?.split(' ') ?? [];
  return {
    text: element.textContent ?? '',
    value:
      element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
        ? element.value
        : '',
    description: described.map((id) => document.getElementById(id)?.textContent).join(' '),
    isFocused: document.activeElement === element,
    box: { x, y, width, height },
    isInside: left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight,
  };
}

/** The place to click an element, or why it cannot be clicked. */
export function aimAt(part: Part): { x: number; y: number } | string {
  const element = locate(part);
  if (element === null) return 'it is not there';
  element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
  const { left, top, width, height } = element.getBoundingClientRect();
  const point = { x: left + width / 2, y: top + height / 2 };
  // A sheet that still has to slide in.
  if (point.x > innerWidth || point.y > innerHeight) return 'it is outside of the window';
  const hit = document.elementFromPoint(point.x, point.y);
  return element.contains(hit) ? point : `it is under ${hit?.outerHTML.slice(0, 200)}`;
}

/** Wraps each text as a browser's translation does. Repeated for new texts. */
export function translate(): void {
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walk.nextNode()) {
    const text = walk.currentNode as Text;
    const isPlain = text.parentElement?.closest('script, style, textarea, option, svg') === null;
    if (isPlain && text.data.trim() !== '' && text.parentElement?.tagName !== 'FONT') {
      texts.push(text);
    }
  }
  for (const text of texts) {
    const outer = document.createElement('font');
    const inner = document.createElement('font');
    text.replaceWith(outer);
    outer.append(inner);
    inner.append(text);
  }
}

/** The distance that the page scrolls sideways, in pixels. */
export function overflow(): number {
  const { scrollWidth, clientWidth } = document.documentElement;
  return scrollWidth - clientWidth;
}

/** Elements that scroll but are too low to show any content. */
export function collapsed(): string[] {
  return [...document.querySelectorAll<HTMLElement>('body *')]
    .filter(({ clientHeight, scrollHeight }) => clientHeight < 16 && scrollHeight > clientHeight)
    .filter((element) => ['auto', 'scroll'].includes(getComputedStyle(element).overflowY))
    .map(({ clientHeight, outerHTML }) => `${clientHeight} px high: ${outerHTML.slice(0, 120)}`);
}

/** A text that changes while the page still loads content. */
export function progress(): string {
  const busy = document.querySelectorAll('[aria-busy=true]').length;
  return `${document.readyState} ${document.querySelectorAll('*').length} ${busy}`;
}
