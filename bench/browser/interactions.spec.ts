/** Measures how fast the console responds with a tree and a table of this size. */
import { expect, type Page, test } from '@playwright/test';
import { makeReady } from '../../e2e/support/ready-page.ts';
import { groupPath } from '#lib/client/paths.ts';
import { dataSet, SIZES } from '../data-set.ts';
import { type RunningServer, startServer } from '../processes.ts';
import { ADDRESS, adoptSettings } from '../settings.ts';
import { type BrowserSession, startBrowserSession } from './signed-in.ts';
import { printTimings } from './report.ts';
import { Stopwatch } from './stopwatch.ts';

const TIMES = 5;
const NUMBERS = new Intl.NumberFormat('en');

const size = SIZES[process.env.GROVE_BENCH_SIZE ?? 'large'];
if (size === undefined) throw new Error('GROVE_BENCH_SIZE names no size of data');

let root: string;
let server: RunningServer;
let session: BrowserSession;
let watch: Stopwatch;

test.beforeAll(async () => {
  const { folder, landmarks } = dataSet(size);
  const env = { GROVE_DATA_DIR: folder, GROVE_URL: ADDRESS };
  adoptSettings(env);
  const { mintToken } = await import('#lib/auth/tokens/minting.ts');
  const token = await mintToken(landmarks.callers.owner.uid, 3_600, { url: ADDRESS });
  root = landmarks.root;
  server = await startServer('Grove', 'server.ts', { env, path: '/iam/v2beta1/groups', token });
  session = await startBrowserSession(ADDRESS, landmarks.callers.owner.uid);
});

test.afterAll(async () => {
  await session.end();
  await server.stop();
});

test.beforeEach(async ({ context, page }) => {
  await context.addCookies([{ ...session.cookie, url: `http://127.0.0.1:${server.port}` }]);
  await makeReady(page);
  watch = new Stopwatch(page);
  await watch.start();
});

/** Opens a page and waits until it fetches nothing more. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(`http://127.0.0.1:${server.port}${path}`);
  await page.waitForLoadState('networkidle');
}

test(`a tree of ${NUMBERS.format(size.groups)} groups`, async ({ page }) => {
  await open(page, groupPath(root, 'children'));
  const tree = page.getByRole('tree', { name: 'Groups' });
  const at = (level: number, position: number) =>
    `[role=treeitem][aria-level="${level}"][aria-posinset="${position}"]`;
  await tree.getByRole('treeitem').first().focus();
  for (let nth = 1; nth <= TIMES; nth += 1) {
    const focused = { there: `${at(2, nth)}:focus` };
    await watch.take('next group by key', () => page.keyboard.press('ArrowDown'), focused);
  }
  for (let nth = TIMES; nth >= 1; nth -= 1) {
    const opened = {
      there: `${at(2, nth)}[aria-expanded=true]`,
      gone: '[role=treeitem][aria-busy=true]',
    };
    await watch.take('open a group', () => page.keyboard.press('ArrowRight'), opened);
    const above = { there: `${at(2, nth - 1)}:focus` };
    if (nth > 1) await watch.take('group before', () => page.keyboard.press('ArrowUp'), above);
  }
  const last = { there: '[role=treeitem]:focus:not([aria-busy])', gone: `${at(2, 1)}:focus` };
  await watch.take('to the last group', () => page.keyboard.press('End'), last);
  await watch.take('to the first group', () => page.keyboard.press('Home'), {
    there: `${at(1, 1)}:focus`,
  });
  for (let nth = 1; nth <= TIMES; nth += 1) {
    const item = tree.locator(at(2, nth));
    const name = (await item.getAttribute('aria-label')) ?? '';
    await watch.take('go to a group', () => item.click({ position: { x: 90, y: 12 } }), {
      text: ['h1', name],
    });
  }
  printTimings(test.info().title, watch.timings);
});

test(`a table of ${NUMBERS.format(size.advisories)} advisories`, async ({ page }) => {
  await open(page, `${groupPath(root, 'advisories')}?scope=below`);
  const rows = (from: number, to: number) => `${NUMBERS.format(from)}–${NUMBERS.format(to)}`;
  const all = NUMBERS.format(size.advisories);
  const range = (from: number, to: number): [string, string] => [
    '[role=status]',
    `${rows(from, to)} of ${all}`,
  ];
  const busy = 'table[aria-label=Advisories][aria-busy=true]';
  const next = page.getByRole('button', { name: 'Next page' });
  for (let nth = 1; nth <= TIMES; nth += 1) {
    const text = range(nth * 50 + 1, nth * 50 + 50);
    await watch.take('next page', () => next.click(), { text, gone: busy });
  }
  const previous = page.getByRole('button', { name: 'Previous page' });
  for (let nth = TIMES - 1; nth >= 1; nth -= 1) {
    const text = range(nth * 50 + 1, nth * 50 + 50);
    await watch.take('page before', () => previous.click(), { text, gone: busy });
  }
  const middle = Math.floor(size.advisories / 100);
  for (let nth = 0; nth < TIMES; nth += 1) {
    const target = middle + nth * 7;
    await page.getByRole('textbox', { name: /^Page, of/ }).fill(String(target));
    const text = range((target - 1) * 50 + 1, target * 50);
    const jump = () => page.keyboard.press('Enter');
    await watch.take('jump to a page in the middle', jump, { text, gone: busy });
  }
  for (const header of ['Artifact', 'Status', 'Updated', 'Advisory', 'Severity']) {
    const column = page.getByRole('columnheader', { name: header });
    const there = 'th[aria-sort=ascending]';
    const order = () => column.getByRole('button', { name: header, exact: true }).click();
    await watch.take('other order', order, { there, text: range(1, 50), gone: busy });
    await expect(column).toHaveAttribute('aria-sort', 'ascending');
    const turned = { there: 'th[aria-sort=descending]', text: range(1, 50), gone: busy };
    await watch.take('order turned round', order, turned);
  }
  await page.getByLabel('Rows per page').focus();
  for (const [key, count] of [
    ['ArrowDown', 100],
    ['ArrowDown', 200],
    ['ArrowUp', 100],
    ['ArrowUp', 50],
  ] as const) {
    const choose = () => page.keyboard.press(key);
    await watch.take('rows per page', choose, { text: range(1, count), gone: busy });
  }
  await page.getByRole('link').nth(0).focus();
  for (let nth = 1; nth <= TIMES; nth += 1) {
    const there = `table[aria-label=Advisories] tbody tr:nth-child(${nth}) a:focus`;
    await watch.take('next row by key', () => page.keyboard.press('j'), { there });
  }
  const severity = page.getByRole('button', { name: 'Severity', exact: true }).first();
  await watch.take('open the filter of severities', () => severity.click(), {
    there: '[role=menuitemcheckbox]',
  });
  await watch.take(
    'only critical ones',
    () => page.getByRole('menuitemcheckbox', { name: 'Critical' }).click(),
    { there: '[role=menuitemcheckbox][aria-checked=true]', gone: busy },
  );
  await page.keyboard.press('Escape');
  const first = page.getByRole('table', { name: 'Advisories' }).getByRole('link').first();
  const id = (await first.textContent()) ?? '';
  await watch.take('go to an advisory', () => first.click(), { text: ['h2', id] });
  printTimings(test.info().title, watch.timings);
});
