/** `npm run icons`: draws the icons and the social picture in `public` from `public/icon.svg`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { ensureBrowser, launchOptions } from './lib/browser.mjs';
import { icoOf } from './lib/ico.mjs';
import { fail, note } from './lib/report.mjs';

const DRAWING = readFileSync('public/icon.svg', 'utf8');
const PAPER = 'oklch(0.98 0.003 130)';

/** The leaf without the margin of the icon. */
const LEAF = DRAWING.replace('viewBox="0 0 20 20"', 'viewBox="2.6 2.3 15.1 15.1"');

/**
 * The part of a picture's width that the leaf covers. Systems may cut a maskable icon down to a circle
 * of 80 % of its width.
 */
const FULL = 0.94;
const WITH_MARGIN = 0.64;
const WITHIN_MASK = 0.54;

/** @type {readonly (readonly [file: string, size: number, part: number, background: string])[]} */
const ICONS = [
  ['icons/192.png', 192, FULL, 'transparent'],
  ['icons/512.png', 512, FULL, 'transparent'],
  ['icons/maskable-192.png', 192, WITHIN_MASK, '#fff'],
  ['icons/maskable-512.png', 512, WITHIN_MASK, '#fff'],
  // Apple's systems fill transparent areas with black.
  ['apple-touch-icon.png', 180, WITH_MARGIN, '#fff'],
];

const FAVICON_SIZES = [16, 32, 48];
const SOCIAL_SIZE = { width: 1200, height: 630 };

export async function icons() {
  const problem = await ensureBrowser();
  if (problem !== null) fail(problem);
  const browser = await chromium.launch(launchOptions());
  try {
    const page = await browser.newPage();
    for (const [file, size, part, background] of ICONS) {
      writeFileSync(`public/${file}`, await iconOf(page, size, part, background));
    }
    const favicons = [];
    for (const size of FAVICON_SIZES) {
      favicons.push({ size, png: await iconOf(page, size, FULL, 'transparent') });
    }
    writeFileSync('public/favicon.ico', icoOf(favicons));
    writeFileSync('public/social.png', await pictureOf(page, SOCIAL_SIZE, socialPage()));
  } finally {
    await browser.close();
  }
  note('The icons and the social picture are in public');
  return 0;
}

/**
 * @param {import('@playwright/test').Page} page
 * @param {number} size
 * @param {number} part
 * @param {string} background
 */
function iconOf(page, size, part, background) {
  const style = `body { margin: 0; height: 100vh; display: grid; place-items: center;
    background: ${background} } svg { width: ${size * part}px; height: ${size * part}px }`;
  return pictureOf(page, { width: size, height: size }, `<style>${style}</style>${LEAF}`);
}

/**
 * @param {import('@playwright/test').Page} page
 * @param {{ width: number, height: number }} size
 * @param {string} html
 */
async function pictureOf(page, size, html) {
  await page.setViewportSize(size);
  await page.setContent(`<!doctype html><body>${html}`);
  await page.evaluate(() => document.fonts.ready);
  return page.screenshot({ omitBackground: true });
}

/** The name and purpose of Grove beside the console. */
function socialPage() {
  const [screen, regular, bold] = [
    'docs/screenshot.png',
    'node_modules/geist/dist/fonts/geist-sans/Geist-Regular.woff2',
    'node_modules/geist/dist/fonts/geist-sans/Geist-SemiBold.woff2',
  ].map((file) => readFileSync(file, 'base64'));
  return `<style>
    @font-face { font-family: Geist; font-weight: 400;
      src: url(data:font/woff2;base64,${regular}) }
    @font-face { font-family: Geist; font-weight: 600;
      src: url(data:font/woff2;base64,${bold}) }
    body { margin: 0; height: 100vh; overflow: hidden; font-family: Geist;
      background: ${PAPER}; color: oklch(0.22 0.012 155) }
    main { position: absolute; inset: 0 auto 0 72px; width: 430px; display: flex;
      flex-direction: column; justify-content: center; gap: 28px }
    h1 { display: flex; align-items: center; gap: 20px; margin: 0; font-weight: 600;
      font-size: 84px; letter-spacing: -0.03em }
    svg { width: 68px; height: 68px }
    p { margin: 0; font-size: 34px; line-height: 1.3; letter-spacing: -0.01em }
    small { font-size: 24px; color: oklch(0.43 0.014 155) }
    img { position: absolute; left: 560px; top: 88px; width: 1040px; border-radius: 12px;
      border: 1px solid oklch(0.915 0.005 140);
      box-shadow: 0 24px 64px -16px oklch(0.22 0.012 155 / 0.28) }
  </style>
  <main>
    <h1>${LEAF.replace('#fff', PAPER)}Grove</h1>
    <p>Identities, access, images and advisories of your organization</p>
    <small>Console, REST and gRPC. Self-hosted.</small>
  </main>
  <img src="data:image/png;base64,${screen}">`;
}
