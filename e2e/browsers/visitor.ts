/**
 * A person at a browser: finds parts of a page by role and name, and uses them by pointer and keys.
 * Nothing here depends on the engine.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect } from '@playwright/test';
import type { Engine, Point } from './engines/engine.ts';
import * as inPage from './in-page.ts';
import { findCovered } from '../support/reachable-controls.ts';
import { isHydrated } from '../support/ready-page.ts';

export type { Part } from './in-page.ts';

/** The testing library, which computes roles and names and puts itself on `window`. */
const LIBRARY = readFileSync(
  createRequire(import.meta.url).resolve(
    '@testing-library/dom/dist/@testing-library/dom.umd.min.js',
  ),
  'utf8',
);

const TOOLS = { ...inPage, findCovered, isHydrated };
type Tools = typeof TOOLS;

/** WebKit never says that it is idle. */
const IDLE = 'window.requestIdleCallback ??= (done) => setTimeout(done)';

const INSTALL = `(() => {
${LIBRARY}
${IDLE};
${Object.values(TOOLS).join('\n')}
window.sweep = { ${Object.keys(TOOLS).join(', ')} };
})()`;

const PATIENCE = { timeout: 60_000, intervals: [50, 100] };

/** The value as a JavaScript expression; values may be regular expressions. */
function literal(value: unknown): string {
  if (value instanceof RegExp) return String(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'undefined';
  return `{ ${Object.entries(value).map(([key, part]) => `${key}: ${literal(part)}`)} }`;
}

export class Visitor {
  /** Whether the page is translated before each action. */
  isTranslating = false;
  readonly engine: Engine;
  readonly #base: string;

  constructor(engine: Engine, base: string) {
    this.engine = engine;
    this.#base = base;
  }

  /** Opens a page and waits until it can be used and no longer changes. */
  async open(path: string): Promise<void> {
    await this.engine.open(new URL(path, this.#base).href);
    await this.settle();
  }

  async settle(): Promise<void> {
    let last = '';
    await expect(async () => {
      expect(await this.#ask('isHydrated', this.#base)).toBe(true);
      const now = await this.#ask('progress');
      const isSame = now === last;
      last = now;
      expect(isSame && now.startsWith('complete') && now.endsWith(' 0'), now).toBe(true);
    }).toPass({ ...PATIENCE, intervals: [100] });
  }

  async click(part: inPage.Part): Promise<void> {
    await this.#before();
    await this.engine.click(await this.#aim(part));
  }

  /** Drags an element to the right. */
  async drag(part: inPage.Part, by: number): Promise<void> {
    await this.#before();
    const from = await this.#aim(part);
    await this.engine.drag(from, { x: from.x + by, y: from.y });
  }

  /** Types into the focused element. */
  async type(text: string): Promise<void> {
    await this.#before();
    await this.engine.type(text);
  }

  /** Replaces the text of a field. */
  async enter(part: inPage.Part, text: string): Promise<void> {
    await this.click(part);
    await this.engine.press('Control+a');
    await this.engine.type(text);
  }

  async press(keys: string): Promise<void> {
    await this.#before();
    await this.engine.press(keys);
  }

  /** Waits until an element is shown in this state. */
  async sees(part: inPage.Part, as: Partial<Record<keyof inPage.Seen, unknown>> = {}) {
    await expect(async () => {
      const seen = await this.#ask('see', part);
      expect(seen, literal(part)).not.toBeNull();
      expect(seen, literal(part)).toMatchObject(as);
    }).toPass(PATIENCE);
    return this.#ask('see', part);
  }

  async misses(part: inPage.Part): Promise<void> {
    await expect(async () => {
      expect(await this.#ask('see', part), literal(part)).toBeNull();
    }).toPass(PATIENCE);
  }

  async isAt(address: string | RegExp): Promise<void> {
    await expect(async () => {
      const now = String(await this.engine.run('location.pathname + location.search'));
      expect(now).toMatch(address);
    }).toPass(PATIENCE);
  }

  /** The faults in the layout of the page, and the number of checked controls. */
  async look(): Promise<{ controls: number; faults: string[] }> {
    const seen = await this.#lookNow();
    if (seen.faults.length === 0) return seen;
    // A layout may still change after a resize, so only a lasting fault counts.
    await this.settle();
    return this.#lookNow();
  }

  async #lookNow(): Promise<{ controls: number; faults: string[] }> {
    const { controls, covered } = await this.#ask('findCovered');
    const overflow = await this.#ask('overflow');
    const sideways = overflow > 0 ? [`it scrolls sideways by ${overflow} px`] : [];
    return { controls, faults: [...covered, ...sideways, ...(await this.#ask('collapsed'))] };
  }

  async #before(): Promise<void> {
    expect(await this.#ask('collapsed')).toEqual([]);
    if (this.isTranslating) await this.#ask('translate');
  }

  /** The place of an element, once it no longer moves and nothing covers it. */
  async #aim(part: inPage.Part): Promise<Point> {
    let last: Point | string = '';
    await expect(async () => {
      const before = last;
      last = await this.#ask('aimAt', part);
      expect(last, literal(part)).not.toEqual(expect.any(String));
      expect(last).toEqual(before);
    }).toPass(PATIENCE);
    if (typeof last === 'string') throw new Error(last);
    return last;
  }

  /** Calls a function in the page. The first call in each document defines the functions. */
  async #ask<Name extends keyof Tools>(
    name: Name,
    ...args: Parameters<Tools[Name]>
  ): Promise<ReturnType<Tools[Name]>> {
    const call = `sweep.${name}(${args.map(literal).join(', ')})`;
    const isThere = await this.engine.run('window.sweep !== undefined');
    if (isThere !== true) await this.engine.run(INSTALL);
    return (await this.engine.run(call)) as ReturnType<Tools[Name]>;
  }
}
