/** Checks that a pointer can reach each control of a page: nothing covers its middle. */
import { expect, type Page } from '@playwright/test';

export interface Reach {
  /** The number of checked controls. */
  controls: number;
  /** A line for each control that something else covers. */
  covered: string[];
}

/**
 * Checks every visible, enabled control. Runs in the page, in any browser.
 * Scrolls to a control first, as a person does.
 */
export function findCovered(): Reach {
  const interactive =
    'a[href], button, input, select, textarea, summary, [role=button], [role=link], [role=checkbox], [role=switch], [role=radio], [role=tab], [role=menuitem], [role=menuitemradio], [role=menuitemcheckbox], [role=option], [role=combobox], [role=searchbox], [role=textbox], [role=slider], [role=spinbutton], [role=treeitem]';
  const out =
    ':disabled, [aria-disabled=true], [inert] *, [aria-hidden=true], [aria-hidden=true] *';

  const describe = (element: Element | null) => {
    if (element === null) return 'nothing';
    const text = element.getAttribute('aria-label') ?? element.textContent ?? '';
    const role = element.getAttribute('role') ?? element.tagName.toLowerCase();
    return `${role} "${text.replace(/\s+/g, ' ').trim().slice(0, 60)}"`;
  };
  // The first line of a link in running text. A box around several lines contains other text.
  const boxOf = (element: Element) =>
    [...element.getClientRects()].find(({ width, height }) => width > 1 && height > 1);
  // Check boxes are often invisible, and their label shows their state.
  const targetOf = (control: Element) =>
    control.matches('input:is([type=checkbox], [type=radio], [type=file])')
      ? (control.closest('label') ?? control)
      : control;
  // Elements for screen readers only are clipped to nothing.
  const isClipped = (element: Element | null): boolean =>
    element !== null &&
    (getComputedStyle(element).clipPath !== 'none' || isClipped(element.parentElement));
  const isShown = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    boxOf(element) !== undefined &&
    !isClipped(element);
  // GTK's scroll bars cover the edge of a scrolling element, and fade away.
  const scrollBar = 22;
  const isUnderScrollBar = (hit: Element | null, target: Element, x: number, y: number) => {
    if (hit === null || !hit.contains(target)) return false;
    const { overflowX, overflowY } = getComputedStyle(hit);
    const { right, bottom } = hit.getBoundingClientRect();
    return (
      (overflowY === 'auto' && x > right - scrollBar) ||
      (overflowX === 'auto' && y > bottom - scrollBar)
    );
  };
  const found = (target: Element) => {
    const box = boxOf(target);
    if (box === undefined) return null;
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const hit = document.elementFromPoint(x, y);
    return isUnderScrollBar(hit, target, x, y) ? target : hit;
  };
  const reaches = (target: Element, hit: Element | null) =>
    target.contains(hit) || hit?.closest('label')?.control === target;

  // A modal dialog makes the rest of the page inert.
  const place = [...document.querySelectorAll(':modal')].at(-1) ?? document;
  const controls = [...place.querySelectorAll(interactive)]
    .filter((control) => !control.matches(out))
    .map(targetOf)
    .filter(isShown);
  const covered: string[] = [];
  for (const target of controls) {
    if (reaches(target, found(target))) continue;
    target.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    const hit = found(target);
    if (!reaches(target, hit)) covered.push(`${describe(target)} is under ${describe(hit)}`);
  }
  return { controls: controls.length, covered };
}

/** Checks that each control of the page can be clicked in its middle. */
export async function expectReachable(page: Page): Promise<void> {
  const { covered } = await page.evaluate(findCovered);
  expect(covered).toEqual([]);
}
