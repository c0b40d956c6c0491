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
  const news = new News();
  const result = work((progress) => news.put(progress));
  await Promise.race([news.arrival(), result]);
  return streamedResponse(lines(news, result, requestId), {
    'content-type': LINES_TYPE,
    'cache-control': 'no-store',
  });
}

/** The newest progress, until it is read. */
class News {
  #latest: JsonObject | null = null;
  #arrived = Promise.withResolvers<void>();

  put(progress: JsonObject): void {
    this.#latest = progress;
    this.#arrived.resolve();
  }

  arrival(): Promise<void> {
    return this.#arrived.promise;
  }

  take(): JsonObject | null {
    const latest = this.#latest;
    this.#latest = null;
    this.#arrived = Promise.withResolvers();
    return latest;
  }
}

async function* lines(
  news: News,
  result: Promise<JsonObject>,
  requestId: string,
): AsyncGenerator<Uint8Array> {
  const over = result.then(
    () => true,
    () => true,
  );
  do {
    const progress = news.take();
    if (progress !== null) yield line({ progress });
  } while (!(await Promise.race([over, news.arrival().then(() => false)])));
  yield line(await ending(result, requestId));
}

async function ending(result: Promise<JsonObject>, requestId: string): Promise<object> {
  try {
    return { result: await result };
  } catch (error) {
    return { error: errorBody(error, requestId) };
  }
}

const line = (value: object) => Buffer.from(`${JSON.stringify(value)}\n`);
