/**
 * Makes a page of the tests act like a patient person: it uses a control only once the page's script
 * handles it. A click before that is lost, which a slow machine turns into a failed test.
 */
import type { Page } from '@playwright/test';

/** How many times slower the browser computes: finds tests that depend on a quick machine. */
const slowdown = Number(process.env.GROVE_BROWSER_SLOWDOWN ?? 1);

/** React's internal record of a node or a component. */
interface Fiber {
  stateNode: unknown;
  child: Fiber | null;
  sibling: Fiber | null;
}

/** A page whose readiness is observed. */
interface WaitedFor extends Window {
  isIdle?: boolean;
}

/**
 * True once React handles each control and key, and on pages that are not Grove's. Must be synchronous,
 * because `waitForFunction` takes a promise for true.
 */
export function isHydrated(url: string): boolean {
  // Each page of another site begins with an empty document.
  if (location.href === 'about:blank' && url !== 'about:blank') return false;
  if (document.readyState === 'loading') return false;
  if (document.querySelector('script[src*="/_next/"]') === null) return true;
  const root: { stateNode: { current: Fiber } } | undefined = Object.entries(document).find(
    ([key]) => key.startsWith('__reactContainer'),
  )?.[1];
  if (root === undefined) return false;
  // React knows a node as soon as it renders it, and handles it when it has committed that.
  const handled = new Set<unknown>();
  const fibers = [root.stateNode.current];
  for (let fiber = fibers.pop(); fiber !== undefined; fiber = fibers.pop()) {
    handled.add(fiber.stateNode);
    if (fiber.sibling !== null) fibers.push(fiber.sibling);
    if (fiber.child !== null) fibers.push(fiber.child);
  }
  const controls = document.querySelectorAll('body :is(a[href], button, input, select, textarea)');
  // A document is HTML of the build, which works without React.
  const areHandled = [...controls].every(
    (control) => control.closest('[hidden], .document') !== null || handled.has(control),
  );
  if (!areHandled) return false;
  // React handles keys once it has no work left.
  const page: WaitedFor = window;
  if (page.isIdle === undefined) {
    page.isIdle = false;
    requestIdleCallback(() => (page.isIdle = true), { timeout: 5_000 });
  }
  if (!page.isIdle) return false;
  delete page.isIdle;
  return true;
}

/** Waits for a page that was not opened by `goto` or `reload`. */
export async function whenReady(page: Page): Promise<void> {
  await page.waitForFunction(isHydrated, page.url());
}

/**
 * Clears the cookies. Leaves the page first, because its pending requests would open the sign-in page
 * during the next step of the test.
 */
export async function forgetSession(page: Page): Promise<void> {
  await page.goto('about:blank');
  await page.context().clearCookies();
}

/** Makes `goto` and `reload` wait until the page can be used, and slows the browser if set. */
export async function makeReady(page: Page): Promise<void> {
  const goto = page.goto.bind(page);
  const reload = page.reload.bind(page);
  page.goto = async (...args) => {
    const response = await goto(...args);
    await whenReady(page);
    return response;
  };
  page.reload = async (...args) => {
    const response = await reload(...args);
    await whenReady(page);
    return response;
  };
  if (slowdown === 1) return;
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
}
