/**
 * Makes a page of the tests act like a patient person: it uses a control only once the page's script
 * handles it. A click before that is lost, which a slow machine turns into a failed test.
 */
import type { Page } from '@playwright/test';

/** How many times slower the browser computes: finds tests that depend on a quick machine. */
const slowdown = Number(process.env.GROVE_BROWSER_SLOWDOWN ?? 1);

/** What React keeps of a node, or of a component. */
interface Fiber {
  stateNode: unknown;
  child: Fiber | null;
  sibling: Fiber | null;
}

/** A page that is waited for. */
interface WaitedFor extends Window {
  isIdle?: boolean;
}

/**
 * True once React handles each control and key, also where the page is not one of ours. It has to
 * answer at once: `waitForFunction` takes a promise for a yes.
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
  // It handles keys when it has nothing left to do.
  const page: WaitedFor = window;
  if (page.isIdle === undefined) {
    page.isIdle = false;
    requestIdleCallback(() => (page.isIdle = true), { timeout: 5_000 });
  }
  if (!page.isIdle) return false;
  delete page.isIdle;
  return true;
}

/** Waits for a page that was opened otherwise than by `goto` or `reload`. */
export async function whenReady(page: Page): Promise<void> {
  await page.waitForFunction(isHydrated, page.url());
}

/**
 * Forgets who is signed in. The page is left before, because what it still asks the server for would
 * lead to the sign-in page while the test goes elsewhere.
 */
export async function forgetSession(page: Page): Promise<void> {
  await page.goto('about:blank');
  await page.context().clearCookies();
}

/** Lets `goto` and `reload` return when the page can be used, and slows the browser if asked to. */
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
