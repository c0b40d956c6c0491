/** Shows viewers of a slow tour a caption and the pointer. */
import type { Page } from '@playwright/test';

/** Milliseconds between two steps of the browser; 0 without viewers. */
export const SLOW_MS = Number(process.env.GROVE_TOUR_SLOW ?? 0);

/** The time to read a caption, in steps. */
const READING_STEPS = 4;

/** A recorded browser has no pointer of its own. */
export async function showPointer(page: Page): Promise<void> {
  if (SLOW_MS === 0) return;
  await page.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => {
      const dot = document.createElement('div');
      dot.ariaHidden = 'true';
      dot.popover = 'manual';
      Object.assign(dot.style, {
        position: 'fixed',
        inset: 'auto',
        margin: '-11px 0 0 -11px',
        width: '22px',
        height: '22px',
        border: '2px solid #e11d48',
        borderRadius: '50%',
        background: '#e11d4833',
        pointerEvents: 'none',
      });
      document.documentElement.append(dot);
      addEventListener(
        'mousemove',
        ({ clientX, clientY }) => {
          // Opens the caption again, so that it is above dialogs opened since.
          dot.hidePopover();
          dot.showPopover();
          Object.assign(dot.style, { left: `${clientX}px`, top: `${clientY}px` });
        },
        true,
      );
    });
  });
}

/**
 * Shows a caption at the bottom of the page until it can be read and the steps are played. What it
 * names has to be on the screen all that time.
 */
export async function say(
  page: Page,
  words: string,
  steps: () => Promise<void> = async () => {},
): Promise<void> {
  if (SLOW_MS === 0) return steps();
  await page.evaluate((text) => {
    const caption = document.createElement('div');
    caption.id = 'tour-caption';
    caption.ariaHidden = 'true';
    caption.popover = 'manual';
    caption.textContent = text;
    Object.assign(caption.style, {
      position: 'fixed',
      inset: 'auto auto 28px 50%',
      translate: '-50% 0',
      padding: '10px 18px',
      border: '0',
      borderRadius: '8px',
      color: '#fff',
      background: '#111827ee',
      font: '500 18px/1.4 system-ui, sans-serif',
      pointerEvents: 'none',
    });
    document.documentElement.append(caption);
    caption.showPopover();
  }, words);
  await page.waitForTimeout(SLOW_MS * READING_STEPS);
  await steps();
  await page.evaluate(() => document.getElementById('tour-caption')?.remove());
}
