/**
 * Responses of long operations. A caller that accepts JSON Lines gets the progress: any number of
 * `{"progress": …}`, then `{"result": …}` or `{"error": …}`, with the error in the form of AIP-193.
 */
import type { JsonObject } from '#lib/aip/json.ts';
import { errorBody } from './answers.ts';
import { streamedResponse } from './streams.ts';

const LINES_TYPE = 'application/x-ndjson';

export function acceptsLines(request: Request): boolean {
  return request.headers.get('accept')?.includes(LINES_TYPE) ?? false;
}

type Work = (onProgress: (progress: JsonObject) => void) => Promise<JsonObject>;

/**
 * Runs to completion even if the client disconnects. @throws errors of the work before any
 * progress.
 */
export async function progressResponse(work: Work, requestId: string): Promise<Response> {
  let latest: JsonObject = {};
  let news = Promise.withResolvers<null>();
  const running = work((progress) => {
    latest = progress;
    news.resolve(null);
  });
  await Promise.race([news.promise, running]);
  const ended = running.then(
    (result) => ({ result }),
    (error: unknown) => ({ error: errorBody(error, requestId) }),
  );
  return streamedResponse(lines(), { 'content-type': LINES_TYPE, 'cache-control': 'no-store' });

  /** A slow reader gets the newest progress only. */
  async function* lines(): AsyncGenerator<Uint8Array> {
    let end = await Promise.race([ended, news.promise]);
    while (end === null) {
      news = Promise.withResolvers();
      yield line({ progress: latest });
      end = await Promise.race([ended, news.promise]);
    }
    yield line(end);
  }
}

const line = (value: object) => Buffer.from(`${JSON.stringify(value)}\n`);
