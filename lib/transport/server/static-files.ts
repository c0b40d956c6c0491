/** Files that are read once, at startup, and served without Next. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { ifNoneMatchKnows } from '#lib/aip/etag.ts';
import { PAGE_METHODS, pathOf } from '#lib/transport/http/api-paths.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=UTF-8',
  '.ico': 'image/x-icon',
  '.js': 'application/javascript; charset=UTF-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
};

/** Answers requests for its files. Returns false for all other requests. */
export type StaticFiles = (message: IncomingMessage, response: ServerResponse) => boolean;

interface StaticFile {
  bytes: Buffer;
  headers: Readonly<Record<string, string>>;
}

const COMPRESSED = '.br';

/**
 * The scripts and styles of the built pages, compressed at build time, for browsers that accept that
 * encoding. Their names change with their content, so browsers cache them forever.
 *
 * @param folder contains the files of `/_next/static/`, and a `.br` file beside each compressed
 * one.
 */
export function builtFiles(folder: string): StaticFiles {
  const paths = existsSync(folder) ? pathsIn(folder) : [];
  const files = paths
    .filter((path) => path.endsWith(COMPRESSED))
    .map((path): [string, StaticFile] => {
      const plain = path.slice(0, -COMPRESSED.length);
      const headers = {
        'content-type': typeOf(plain),
        'content-encoding': 'br',
        'cache-control': 'public, max-age=31536000, immutable',
        vary: 'Accept-Encoding',
      };
      return [`/_next/static${plain}`, { headers, bytes: readFileSync(join(folder, path)) }];
    });
  return answering(files, ({ headers }) => headers.range === undefined && takesBrotli(headers));
}

const takesBrotli = ({ 'accept-encoding': accepted = '' }: NodeJS.Dict<string | string[]>) =>
  String(accepted)
    .split(',')
    .some((coding) => /^\s*br\s*(?:;\s*q=(?!0(?:\.0*)?\s*$)|$)/i.test(coding));

/**
 * Icons, the web manifest, robots.txt. Their names stay the same when their content changes, so
 * browsers cache them for only a day.
 *
 * @param folder contains the files that are served at `/`.
 * @throws Error for a file of an unknown type.
 */
export function publicFiles(folder: string): StaticFiles {
  const files = pathsIn(folder).map((path): [string, StaticFile] => {
    const bytes = readFileSync(join(folder, path));
    const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
    const headers = {
      'content-type': typeOf(path),
      'cache-control': 'public, max-age=86400',
      etag,
    };
    return [path, { bytes, headers }];
  });
  return answering(files, () => true);
}

/** The paths of all files below the folder, such as `/icons/512.png`. */
const pathsIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length))
    .map((path) => path.replaceAll('\\', '/'));

function typeOf(path: string): string {
  const type = TYPES[extname(path)];
  if (type === undefined) throw new Error(`the type of ${path} is not known`);
  return type;
}

function answering(
  all: readonly [string, StaticFile][],
  isWanted: (message: IncomingMessage) => boolean,
): StaticFiles {
  const files = new Map(all);
  return (message, response) => {
    const { method = '', url, headers } = message;
    const file = files.get(pathOf(url));
    if (file === undefined || !PAGE_METHODS.includes(method) || !isWanted(message)) return false;
    const { etag, 'cache-control': caching } = file.headers;
    if (etag !== undefined && ifNoneMatchKnows(headers['if-none-match'] ?? null, etag)) {
      response.writeHead(304, { etag, 'cache-control': caching }).end();
    } else {
      response.writeHead(200, { ...file.headers, 'content-length': file.bytes.length });
      response.end(method === 'HEAD' ? undefined : file.bytes);
    }
    return true;
  };
}
