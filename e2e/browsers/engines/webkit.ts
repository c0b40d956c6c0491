/**
 * WebKit as WebKitGTK's small browser, driven by WebDriver. WebDriver reports no errors of a page and
 * runs no script before the page's own. So each page is opened by the previous one: the new window
 * is empty for a moment, and listeners on it stay when the page loads.
 */
import { globSync } from 'node:fs';
import { Builder, Capabilities, Key, Origin, type WebDriver } from 'selenium-webdriver';
import { expect } from '@playwright/test';
import type { Engine, Point } from './engine.ts';
import { startScreen } from './screen.ts';
import { accepts, freePort } from '../../support/free-port.ts';
import { endTied, startTied } from '../../support/tied-process.ts';

/** A page with listeners for its errors. */
interface Watched extends Window {
  problems?: string[];
}

const KEYS: Readonly<Record<string, string>> = {
  ArrowDown: Key.ARROW_DOWN,
  ArrowRight: Key.ARROW_RIGHT,
  Control: Key.CONTROL,
  Enter: Key.ENTER,
  Tab: Key.TAB,
  Escape: Key.ESCAPE,
};

/** Opens an address in another window and listens for its errors. Runs in the page. */
function openWatched(url: string): void {
  const next = window.open(url) as (Watched & typeof globalThis) | null;
  if (next === null) throw new Error('the browser opens no window');
  const problems: string[] = [];
  next.problems = problems;
  next.console.error = (...words: unknown[]) => problems.push(words.join(' '));
  next.addEventListener('error', ({ message }) => problems.push(message));
  next.addEventListener('unhandledrejection', ({ reason }) => problems.push(String(reason)));
  next.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
    problems.push(`the policy has no ${effectiveDirective} ${blockedURI}`),
  );
}

function browserOptions(): Capabilities {
  const [binary] = globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser');
  return new Capabilities({
    browserName: 'MiniBrowser',
    unhandledPromptBehavior: 'accept',
    'webkitgtk:browserOptions': {
      binary,
      args: ['--automation', '--javascript-can-open-windows-automatically=true'],
    },
  });
}

export async function launchWebKit(folder: string): Promise<Engine> {
  const { screen, display } = await startScreen();
  const port = await freePort();
  const service = startTied('WebKitWebDriver', [`--port=${port}`, '--host=127.0.0.1'], {
    env: {
      ...process.env,
      DISPLAY: display,
      // The home folder gets the downloads. Without a session bus, no desktop service outlives the browser.
      HOME: folder,
      DBUS_SESSION_BUS_ADDRESS: 'disabled:',
      NO_AT_BRIDGE: '1',
    },
  });
  await expect.poll(() => accepts(port)).toBe(true);
  const server = `http://127.0.0.1:${port}`;
  const driver = await new Builder().usingServer(server).withCapabilities(browserOptions()).build();
  const version = (await driver.getCapabilities()).getBrowserVersion() ?? '';
  return {
    version: `WebKitGTK ${version}`,
    ...input(driver),
    ...pages(driver),
    async close() {
      await driver.quit();
      await endTied(service);
      await endTied(screen);
    },
  };
}

function input(driver: WebDriver): Pick<Engine, 'click' | 'drag' | 'type' | 'press'> {
  const to = ({ x, y }: Point) => ({
    x: Math.round(x),
    y: Math.round(y),
    origin: Origin.VIEWPORT,
    duration: 0,
  });
  return {
    click: (at) => driver.actions().move(to(at)).press().release().perform(),
    drag: (from, end) =>
      driver
        .actions()
        .move(to(from))
        .press()
        .move(to({ x: (from.x + end.x) / 2, y: (from.y + end.y) / 2 }))
        .move(to(end))
        .release()
        .perform(),
    type: (text) => driver.actions().sendKeys(text).perform(),
    async press(keys) {
      const [key = '', ...held] = keys
        .split('+')
        .toReversed()
        .map((name) => KEYS[name] ?? name);
      const actions = driver.actions();
      held.forEach((modifier) => actions.keyDown(modifier));
      actions.sendKeys(key);
      held.forEach((modifier) => actions.keyUp(modifier));
      await actions.perform();
    },
  };
}

function pages(driver: WebDriver): Pick<Engine, 'open' | 'run' | 'resize' | 'problems'> {
  let size = { width: 1440, height: 900 };
  let isFirst = true;
  const earlier: string[] = [];
  const read = () => driver.executeScript<string[]>('return window.problems?.splice(0) ?? []');
  return {
    async open(url) {
      if (isFirst) await driver.get(new URL('/healthz', url).href);
      isFirst = false;
      earlier.push(...(await read()));
      const last = await driver.getWindowHandle();
      await driver.executeScript(`(${openWatched})(arguments[0])`, url);
      const windows = await driver.getAllWindowHandles();
      await driver.close();
      await driver.switchTo().window(windows.find((handle) => handle !== last) ?? last);
      await driver.manage().window().setRect(size);
    },
    run: (expression) => driver.executeScript(`return ${expression}`),
    async resize(width, height) {
      size = { width, height };
      await driver.manage().window().setRect(size);
    },
    problems: async () => [...earlier.splice(0), ...(await read())],
  };
}
