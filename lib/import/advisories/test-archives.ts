/** Archives for tests, created on demand. */
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { pack } from 'tar-stream';
import { ZipWriter } from '#lib/export/zip.ts';

const FOLDER = `${import.meta.dirname}/fixtures`;

export const fixture = (name: string): Buffer => readFileSync(`${FOLDER}/${name}`);

export type Files = Readonly<Record<string, string | Buffer>>;

/** Advisories of every format: five valid ones and two invalid records. */
export const MIXED: Files = {
  'broken.json': '{\n  "id": "OSV-1",\n  "modified" "2024-01-01T00:00:00Z"\n}\n',
  'go/GO-2025-3448.json': fixture('osv-go/GO-2025-3448.json'),
  'openvex.json': fixture('openvex.json'),
  'package.yaml': `${fixture('package.yaml')}  - id: 7\n    events: none\n`,
  'README.md': '# Not for import',
};

export function zipOf(files: Files): Buffer {
  const time = new Date('2024-01-01T00:00:00Z');
  const zip = new ZipWriter();
  const chunks = Object.entries(files).map(([name, content]) =>
    zip.add({ name, content: Buffer.from(content), time }),
  );
  return Buffer.concat([...chunks, ...zip.end()]);
}

export async function tarGzOf(files: Files): Promise<Buffer> {
  const tar = pack();
  for (const [name, content] of Object.entries(files)) tar.entry({ name }, Buffer.from(content));
  tar.finalize();
  const chunks: Uint8Array[] = [];
  for await (const chunk of tar as AsyncIterable<Uint8Array>) chunks.push(chunk);
  return gzipSync(Buffer.concat(chunks));
}
