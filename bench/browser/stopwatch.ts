/** Takes the time of what somebody does in a page, inside the page. */
import type { Page } from '@playwright/test';

/** What a page must look like for the answer to be there; all that is given must hold. */
export interface Shown {
  /** A CSS selector that something matches. */
  there?: string;
  /** One that nothing matches. */
  gone?: string;
  /** The whole text of some element that the selector matches. */
  text?: [selector: string, text: string];
}

interface Marks {
  /** When the first input since the start came, in milliseconds of the page; 0 for none yet. */
  input: number;
  /** The longest that an input waited for the next paint, in milliseconds (Event Timing). */
  paint: number;
}

declare global {
  interface Window {
    benchMarks: Marks;
  }
}

export interface Timing {
  what: string;
  /** From the input to the next paint. */
  paintMs: number[];
  /** From the input until what was asked for is there. */
  shownMs: number[];
}

function observe(): void {
  window.benchMarks = { input: 0, paint: 0 };
  for (const type of ['pointerdown', 'keydown'] as const) {
    const note = (event: Event) => (window.benchMarks.input ||= event.timeStamp);
    addEventListener(type, note, { capture: true });
  }
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) {
      window.benchMarks.paint = Math.max(window.benchMarks.paint, duration);
    }
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
}

/** Resolves with the milliseconds from the first input to the first frame in which all is shown. */
function untilShown({ there, gone, text }: Shown): Promise<number> {
  const isShown = () =>
    (there === undefined || document.querySelector(there) !== null) &&
    (gone === undefined || document.querySelector(gone) === null) &&
    (text === undefined ||
      [...document.querySelectorAll(text[0])].some((element) => element.textContent === text[1]));
  const GIVE_UP_MS = 60_000;
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const look = () => {
      const { input } = window.benchMarks;
      const now = performance.now();
      if (input > 0 && isShown()) resolve(now - input);
      else if (now - began > GIVE_UP_MS) reject(new Error('this is never shown'));
      else requestAnimationFrame(look);
    };
    look();
  });
}

export class Stopwatch {
  readonly timings: Timing[] = [];
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Before the first page is opened. */
  async start(): Promise<void> {
    await this.#page.addInitScript(observe);
  }

  /** Does one thing once and notes how long it took; the same `what` is noted together. */
  async take(what: string, act: () => Promise<unknown>, shown: Shown): Promise<void> {
    await this.#page.evaluate(() => (window.benchMarks = { input: 0, paint: 0 }));
    const waiting = this.#page.evaluate(untilShown, shown);
    const [shownMs] = await Promise.all([waiting, act()]);
    const paintMs = await this.#page.evaluate(async () => {
      // Entries come after the frame that they tell of.
      await new Promise((resolve) => setTimeout(resolve, 50));
      return window.benchMarks.paint;
    });
    const known = this.timings.find((timing) => timing.what === what);
    const timing = known ?? { what, paintMs: [], shownMs: [] };
    if (!known) this.timings.push(timing);
    timing.paintMs.push(paintMs);
    timing.shownMs.push(shownMs);
  }
}
