/** Reads the bodies of requests within their limits, so that no handler has to hold more or wait longer. */
import { invalidField } from '#lib/aip/errors.ts';

export interface BodyLimits {
  bytes: number;
  /** How long it may take to arrive. */
  milliseconds: number;
}

/**
 * The chunks of the body as they arrive.
 *
 * @throws ApiError INVALID_ARGUMENT on `body` for a body beyond its limits, or one that ends early.
 */
export async function* chunksOf(
  { body, headers }: Request,
  { bytes, milliseconds }: BodyLimits,
): AsyncGenerator<Uint8Array, void> {
  if (Number(headers.get('content-length') ?? 0) > bytes) throw tooLarge(bytes);
  if (body === null) return;
  const reader = body.getReader();
  // A body that has failed cannot be cancelled and need not be.
  const drop = () => reader.cancel().catch(() => undefined);
  let isLate = false;
  const late = setTimeout(() => {
    isLate = true;
    void drop();
  }, milliseconds);
  let size = 0;
  try {
    for (let part = await next(reader); !part.done; part = await next(reader)) {
      size += part.value.byteLength;
      if (size > bytes) throw tooLarge(bytes);
      yield part.value;
    }
    if (isLate) throw invalidField('body', 'took too long to arrive');
  } finally {
    clearTimeout(late);
    await drop();
  }
}

/** The whole body. @throws ApiError as {@link chunksOf}. */
export async function bytesOf(request: Request, limits: BodyLimits): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of chunksOf(request, limits)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function next(reader: ReadableStreamDefaultReader<Uint8Array>) {
  try {
    return await reader.read();
  } catch {
    throw invalidField('body', 'ended early');
  }
}

function tooLarge(bytes: number) {
  return invalidField('body', `must be at most ${bytes} bytes`);
}
