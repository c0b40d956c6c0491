/** Measures a person's actions inside the page. */
import type { Page } from '@playwright/test';

/** The state of the page with the result. All given conditions must be true. */
export interface Shown {
  /** A CSS selector that must match. */
  there?: string;
  /** A CSS selector that must not match. */
  gone?: string;
  /** The whole text of an element that matches the selector. */
  text?: [selector: string, text: string];
}

interface Marks {
  /**
   * The time of the first input since the start, in milliseconds of the page; 0 if there is none
   * yet.
   */
  input: number;
  /** The longest delay from an input to the next paint, in milliseconds (Event Timing). */
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
  /** From the input to the result. */
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

/** Resolves with the milliseconds from the first input to the first frame that shows everything. */
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

  /** Call before the first page is opened. */
  async start(): Promise<void> {
    await this.#page.addInitScript(observe);
  }

  /** Performs one action and records its time; times with the same `what` are grouped. */
  async take(what: string, act: () => Promise<unknown>, shown: Shown): Promise<void> {
    await this.#page.evaluate(() => (window.benchMarks = { input: 0, paint: 0 }));
    const waiting = this.#page.evaluate(untilShown, shown);
    const [shownMs] = await Promise.all([waiting, act()]);
    const paintMs = await this.#page.evaluate(async () => {
      // Entries arrive after the frame they describe.
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
