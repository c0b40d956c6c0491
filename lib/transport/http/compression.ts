/**
 * Compresses answers for clients that accept it. zlib works in threads of its own, so that no other
 * request waits for it.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-12.5.3
 */
import { pipeline, Readable } from 'node:stream';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { constants, createBrotliCompress, createGzip, createZstdCompress } from 'node:zlib';
import { config } from '#lib/config.ts';
import { findArea } from '#lib/transport/endpoints/areas.ts';
import { isStreamed, streamedResponse } from './streams.ts';

/** Shorter answers hardly shrink. */
const LEAST_BYTES = 1_024;

/** Archives are compressed already, and a stream of events would wait for the compressor. */
const TYPES = /^(?:text\/(?!event-stream)|application\/(?:json|yaml|x-ndjson)\b)/;

/** Higher levels cost several times as much and save a tenth. */
const BROTLI_LEVEL = 4;

/** The best one first. */
const ENCODINGS = {
  zstd: () => createZstdCompress(),
  br: () => createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_LEVEL } }),
  gzip: () => createGzip(),
};

export type Encoding = keyof typeof ENCODINGS;

const NAMES = Object.keys(ENCODINGS) as Encoding[];

/** @param accept `Accept-Encoding`. @returns null if the answer is to be sent as it is */
function encodingFor(accept: string | null): Encoding | null {
  if (accept === null) return null;
  const refused = new Set<string>();
  const taken = new Set<string>();
  for (const part of accept.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim());
    const isRefused = parameters.some((text) => /^q=0(?:\.0*)?$/.test(text));
    (isRefused ? refused : taken).add(name);
  }
  return NAMES.find((name) => taken.has(name) || (taken.has('*') && !refused.has(name))) ?? null;
}

/**
 * The headers of a compressed answer. Its ETag becomes weak, since its bytes are others.
 *
 * @param headers with names in lower case
 */
function headersOf(headers: Record<string, string>, encoding: Encoding): Record<string, string> {
  const { 'content-length': _, etag, ...others } = headers;
  return {
    ...others,
    'content-encoding': encoding,
    ...(etag !== undefined && { etag: etag.startsWith('W/') ? etag : `W/${etag}` }),
  };
}

export interface Compressed {
  body: string | Buffer<ArrayBuffer>;
  headers: Record<string, string>;
}

/** What an answer depends on, besides its address. */
const varies = () =>
  config().corsOrigins.length > 0 ? 'accept-encoding, origin' : 'accept-encoding';

export const mayBeCompressed = (method: string | undefined, path: string): boolean =>
  method === 'GET' && findArea(path)?.isCompressed === true;

/** A text that does not change, with its bytes in each encoding that a client has asked for. */
export interface Kept {
  text: string;
  encoded: Map<Encoding, Promise<Buffer<ArrayBuffer>>>;
}

/** The texts of answers that do not change. */
const keptTexts = new WeakMap<Response, Kept>();

/** An answer whose text is compressed once in each encoding. */
export function keptResponse(kept: Kept, headers: HeadersInit): Response {
  const response = new Response(kept.text, { headers });
  keptTexts.set(response, kept);
  return response;
}

/** How a body is sent, and its headers. */
function chosen(
  headers: Record<string, string>,
  accept: string | null,
  bytes = Infinity,
): { encoding: Encoding | null; headers: Record<string, string> } {
  const varied = { ...headers, vary: varies() };
  const encoding = bytes < LEAST_BYTES ? null : encodingFor(accept);
  return { encoding, headers: encoding === null ? varied : headersOf(varied, encoding) };
}

/**
 * A body of JSON for a client with that `Accept-Encoding`.
 *
 * @param encoded keeps the bytes of the text in each encoding.
 */
export async function compressedText(
  text: string,
  given: Record<string, string>,
  accept: string | null,
  encoded: Kept['encoded'] = new Map(),
): Promise<Compressed> {
  const { encoding, headers } = chosen(given, accept, text.length);
  if (encoding === null) return { body: text, headers };
  const body = encoded.get(encoding) ?? encode(text, encoding);
  encoded.set(encoding, body);
  return { body: await body, headers };
}

async function encode(text: string, encoding: Encoding): Promise<Buffer<ArrayBuffer>> {
  const compressor = ENCODINGS[encoding]();
  compressor.end(text);
  return Buffer.concat(await compressor.toArray());
}

/** The same for any answer. One that is sent while it is produced is compressed meanwhile. */
export async function compressed(response: Response, accept: string | null): Promise<Response> {
  const { status, headers, body } = response;
  const isText = TYPES.test(headers.get('content-type') ?? '');
  if (status !== 200 || body === null || !isText || headers.has('set-cookie')) return response;
  if (!isStreamed(response)) {
    const kept = keptTexts.get(response);
    const text = kept?.text ?? (await response.text());
    const small = await compressedText(text, Object.fromEntries(headers), accept, kept?.encoded);
    return new Response(small.body, { status, headers: small.headers });
  }
  const { encoding, headers: all } = chosen(Object.fromEntries(headers), accept);
  if (encoding === null) {
    headers.set('vary', varies());
    return response;
  }
  const compressor = ENCODINGS[encoding]();
  // A failure on either side ends the other; whoever reads or writes it reports it.
  pipeline(Readable.fromWeb(body as NodeReadableStream<Uint8Array>), compressor, () => undefined);
  return streamedResponse(compressor, all);
}
