/** Sends a request from the reference with the visitor's session, and keeps the whole response. */
import type { ShellRequest } from '#lib/client/curl.ts';

/** The answer of an operation that was run. */
export interface SentAnswer {
  status: number;
  statusText: string;
  /** Milliseconds until the response was complete. */
  milliseconds: number;
  /** The informative headers, in lower case. */
  headers: readonly (readonly [name: string, value: string])[];
  /** The body; JSON is indented. Empty for a file or no body. */
  text: string;
  file: AnsweredFile | null;
}

export interface AnsweredFile {
  name: string;
  content: Blob;
}

/** The headers of a response that the reference shows. */
const SHOWN_HEADERS = [
  'etag',
  'x-request-id',
  'allow',
  'retry-after',
  'www-authenticate',
  'content-disposition',
  'link',
  'deprecation',
  'sunset',
] as const;

/** @throws TypeError if the server cannot be reached. */
export async function sendRequest(
  { method, path, body, ifMatch }: ShellRequest,
  file: File | null,
): Promise<SentAnswer> {
  const headers = new Headers();
  if (body !== undefined) headers.set('content-type', 'application/json');
  else if (file !== null) headers.set('content-type', 'application/octet-stream');
  if (ifMatch) headers.set('if-match', ifMatch);
  const content = body === undefined ? file : JSON.stringify(body);
  const start = performance.now();
  const response = await fetch(path, {
    method,
    headers,
    ...(content !== null && { body: content }),
  });
  const blob = await response.blob();
  const name = fileNameOf(response.headers.get('content-disposition'));
  return {
    status: response.status,
    statusText: response.statusText,
    milliseconds: Math.round(performance.now() - start),
    headers: SHOWN_HEADERS.flatMap((one) => {
      const value = response.headers.get(one);
      return value === null ? [] : [[one, value] as const];
    }),
    text: name === null ? indented(await blob.text()) : '',
    file: name === null ? null : { name, content: blob },
  };
}

export function fileNameOf(disposition: string | null): string | null {
  return /^attachment;.*filename="([^"]+)"/.exec(disposition ?? '')?.[1] ?? null;
}

export function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
