/** The files in `public`: icons, the web manifest, robots.txt. They are read once, at startup. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { ifNoneMatchKnows } from '#lib/aip/etag.ts';
import { pathOf } from '#lib/transport/http/api-paths.ts';
import type { BuiltFiles } from './built-files.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.ico': 'image/x-icon',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
};

/** Their names stay the same when their content changes, so browsers cache them for only a day. */
const CACHING = 'public, max-age=86400';

interface PublicFile {
  bytes: Buffer;
  headers: { 'content-type': string; 'cache-control': string; etag: string };
}

/**
 * @param folder contains the files that are served at `/`.
 * @throws Error for a file of an unknown type.
 */
export function publicFiles(folder: string): BuiltFiles {
  const files = new Map(filesIn(folder));
  return ({ method, url, headers }, response) => {
    const file = files.get(pathOf(url));
    if (file === undefined || (method !== 'GET' && method !== 'HEAD')) return false;
    const { etag } = file.headers;
    if (ifNoneMatchKnows(headers['if-none-match'] ?? null, etag)) {
      response.writeHead(304, { etag, 'cache-control': CACHING }).end();
      return true;
    }
    response.writeHead(200, { ...file.headers, 'content-length': file.bytes.length });
    response.end(method === 'HEAD' ? undefined : file.bytes);
    return true;
  };
}

function filesIn(folder: string): [string, PublicFile][] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const path = join(entry.parentPath, entry.name);
      const route = path.slice(folder.length).replaceAll('\\', '/');
      return [route, fileOf(path)];
    });
}

function fileOf(path: string): PublicFile {
  const type = TYPES[extname(path)];
  if (type === undefined) throw new Error(`the type of ${path} is not known`);
  const bytes = readFileSync(path);
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
  return { bytes, headers: { 'content-type': type, 'cache-control': CACHING, etag } };
}
