/**
 * A video of a page, made by the browser itself: what it paints goes to a canvas of another page,
 * and what is on that is encoded there. Playwright's own recorder needs a program that it downloads.
 */
import { writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';

const QUALITY = 85;
const BITS_PER_SECOND = 4_000_000;
/** How long nothing has come from the encoder once it has done all; it may be seconds behind. */
const SETTLED_MS = 3_000;

/** What the other page offers. */
interface Studio {
  show: (jpeg: string) => Promise<void>;
  /** The video, as a data URL. */
  finish: () => Promise<string>;
}

type StudioWindow = typeof globalThis & { studio: Studio };

export interface Recording {
  /** Ends it and writes it as WebM. */
  saveAs: (path: string) => Promise<void>;
}

export async function record(page: Page): Promise<Recording> {
  const size = page.viewportSize();
  const browser = page.context().browser();
  if (size === null || browser === null) throw new Error('there is nothing to record');
  const studio = await browser.newPage();
  await studio.evaluate(openStudio, { ...size, BITS_PER_SECOND, SETTLED_MS });
  const session = await page.context().newCDPSession(page);
  const show = (picture: string) =>
    studio.evaluate((jpeg) => (globalThis as StudioWindow).studio.show(jpeg), picture);
  let shown: Promise<unknown> = Promise.resolve();
  session.on('Page.screencastFrame', ({ data, sessionId }) => {
    // The next one comes when this one is drawn, so that none pile up.
    const acknowledge = async () => {
      await session.send('Page.screencastFrameAck', { sessionId });
    };
    shown = show(data)
      .then(acknowledge, acknowledge)
      .catch(() => undefined);
  });
  await session.send('Page.startScreencast', {
    format: 'jpeg',
    quality: QUALITY,
    maxWidth: size.width,
    maxHeight: size.height,
  });
  return {
    async saveAs(path) {
      await session.send('Page.stopScreencast');
      await shown;
      // What was painted since the last one that came is on none of them.
      const last = await page.screenshot({ type: 'jpeg', quality: QUALITY });
      await show(last.toString('base64'));
      const url = await studio.evaluate(() => (globalThis as StudioWindow).studio.finish());
      await writeFile(path, Buffer.from(url.slice(url.indexOf(',') + 1), 'base64'));
      await studio.context().close();
    },
  };
}

/** Runs in the other page. */
function openStudio(options: {
  width: number;
  height: number;
  BITS_PER_SECOND: number;
  SETTLED_MS: number;
}): void {
  const { width, height } = options;
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  document.body.append(canvas);
  const context = canvas.getContext('2d');
  // A frame for each picture and no other, so that the encoder has as little to do as can be.
  const stream = canvas.captureStream(0);
  const [track] = stream.getVideoTracks() as CanvasCaptureMediaStreamTrack[];
  const recorder = new MediaRecorder(stream, {
    mimeType: 'video/webm;codecs=vp8',
    videoBitsPerSecond: options.BITS_PER_SECOND,
  });
  const parts: Blob[] = [];
  let encodedAt = performance.now();
  recorder.addEventListener('dataavailable', ({ data }) => {
    if (data.size > 0) encodedAt = performance.now();
    parts.push(data);
  });
  recorder.start(500);
  (globalThis as StudioWindow).studio = {
    async show(jpeg) {
      const answer = await fetch(`data:image/jpeg;base64,${jpeg}`);
      const image = await createImageBitmap(await answer.blob());
      context?.drawImage(image, 0, 0, width, height);
      image.close();
      track?.requestFrame();
    },
    finish: () =>
      new Promise((resolve) => {
        recorder.addEventListener('stop', () => {
          const reader = new FileReader();
          reader.addEventListener('load', () => resolve(String(reader.result)));
          reader.readAsDataURL(new Blob(parts, { type: 'video/webm' }));
        });
        const endsAt = performance.now() + options.SETTLED_MS;
        const stopOnceSettled = () => {
          const now = performance.now();
          if (now > endsAt && now - encodedAt > options.SETTLED_MS) return recorder.stop();
          // The last picture stays a moment, and brings out the one before it.
          if (now < endsAt) track?.requestFrame();
          setTimeout(stopOnceSettled, 250);
        };
        stopOnceSettled();
      }),
  };
}
