/**
 * The scripts and styles of the built pages, compressed at build time. Their names change with
 * their content, so browsers cache them forever.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { pathOf } from '#lib/transport/http/api-paths.ts';

const ROUTE = '/_next/static/';
const COMPRESSED = '.br';

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'application/javascript; charset=UTF-8',
  '.css': 'text/css; charset=UTF-8',
  '.svg': 'image/svg+xml',
};

/**
 * Answers requests for its files, in an encoding that the browser accepts. Returns false for all
 * other requests.
 */
export type BuiltFiles = (message: IncomingMessage, response: ServerResponse) => boolean;

/**
 * @param folder contains the files of `/_next/static/`, and a `.br` file beside each compressed
 * one.
 */
export function builtFiles(folder: string): BuiltFiles {
  const files = new Map<string, { type: string; bytes: Buffer }>();
  const names = existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: 'utf8' })
    : [];
  for (const name of names) {
    const plain = name.slice(0, -COMPRESSED.length);
    const type = TYPES[extname(plain)];
    if (!name.endsWith(COMPRESSED) || type === undefined) continue;
    const route = ROUTE + plain.replaceAll('\\', '/');
    files.set(route, { type, bytes: readFileSync(join(folder, name)) });
  }
  return (message, response) => {
    const file = files.get(pathOf(message.url));
    if (file === undefined || !isWanted(message)) return false;
    response.writeHead(200, {
      'content-type': file.type,
      'content-encoding': 'br',
      'content-length': file.bytes.length,
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'Accept-Encoding',
    });
    response.end(message.method === 'HEAD' ? undefined : file.bytes);
    return true;
  };
}

function isWanted({ method, headers }: IncomingMessage): boolean {
  const accepted = [headers['accept-encoding'] ?? []].flat().join(',');
  return (
    (method === 'GET' || method === 'HEAD') &&
    headers.range === undefined &&
    accepted.split(',').some((coding) => /^\s*br\s*(?:;\s*q=(?!0(?:\.0*)?\s*$)|$)/i.test(coding))
  );
}
