/**
 * Records a video of a page in the browser itself: frames go to a canvas of another page, which
 * encodes them. Playwright's own recorder would download a program.
 */
import { writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';

const QUALITY = 85;
const BITS_PER_SECOND = 4_000_000;
/** The quiet time in ms after which the encoder has finished. It may be seconds behind. */
const SETTLED_MS = 3_000;

/** The functions of the other page. */
interface Studio {
  show: (jpeg: string) => Promise<void>;
  /** The video, as a data URL. */
  finish: () => Promise<string>;
}

type StudioWindow = typeof globalThis & { studio: Studio };

export interface Recording {
  /** Stops recording and writes the video as WebM. */
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
    // Requests the next frame once this one is drawn, so that frames do not queue up.
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
      // Changes since the last frame are not recorded yet.
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
  // Encodes one frame for each picture, to keep the encoder's work small.
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
          // Shows the last picture for a moment, which also flushes the one before it.
          if (now < endsAt) track?.requestFrame();
          setTimeout(stopOnceSettled, 250);
        };
        stopOnceSettled();
      }),
  };
}
