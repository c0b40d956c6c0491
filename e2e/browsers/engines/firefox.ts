import puppeteer, { type ConsoleMessage, type KeyInput } from 'puppeteer-core';
import type { Engine } from './engine.ts';

export async function launchFirefox(folder: string): Promise<Engine> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: '/usr/bin/firefox-esr',
    extraPrefsFirefox: {
      'browser.download.folderList': 2,
      'browser.download.dir': folder,
      // The panel would take the focus, so that the page gets no key events.
      'browser.download.alwaysOpenPanel': false,
    },
  });
  const page = await browser.newPage();
  const problems: Promise<string>[] = [];
  // Firefox reports violations of the policy as errors of the page, too.
  page.on('pageerror', (error) => problems.push(Promise.resolve(String(error))));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(wordsOf(message));
  });
  return {
    version: (await browser.version()).replace('firefox/', 'Firefox '),
    open: async (url) => void (await page.goto(url)),
    run: (expression) => page.evaluate(expression),
    click: ({ x, y }) => page.mouse.click(x, y),
    async drag(from, to) {
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move(to.x, to.y, { steps: 4 });
      await page.mouse.up();
    },
    type: (text) => page.keyboard.type(text),
    async press(keys) {
      const [key, ...held] = keys.split('+').toReversed() as [KeyInput, ...KeyInput[]];
      for (const modifier of held) await page.keyboard.down(modifier);
      await page.keyboard.press(key);
      for (const modifier of held) await page.keyboard.up(modifier);
    },
    resize: (width, height) => page.setViewport({ width, height }),
    problems: () => Promise.all(problems.splice(0)),
    close: () => browser.close(),
  };
}

/** Logged errors are objects of the page, which may no longer exist. */
async function wordsOf(message: ConsoleMessage): Promise<string> {
  const words = message.args().map((word) => word.evaluate(String));
  return (await Promise.all(words).catch(() => [message.text()])).join(' ');
}
