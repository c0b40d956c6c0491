/** Files of advisories that are far more expensive to read than to send. */
import { gzipSync } from 'node:zlib';
import { tarGzOf } from '#lib/import/advisories/test-archives.ts';

const MIB = 1024 * 1024;

/** About 15 kB: eight million nodes of one character each, in YAML. */
export const manySmallNodes = (): Promise<Buffer> =>
  tarGzOf({
    'block.yaml': '- a\n'.repeat(2 * MIB),
    'flow.yaml': `[${'a,'.repeat(2 * MIB)}a]`,
  });

/** One record of 19 MiB. */
export const oneLongRecord = (): Buffer =>
  Buffer.from(JSON.stringify({ id: 'OSV-1', details: 'x'.repeat(19 * MIB) }));

/** Records of the maximum length that contain only values. */
export const manyValues = (): Buffer => {
  const record = `{"id":"OSV-1","affected":[${'{},'.repeat(180_000)}{}]}`;
  return gzipSync(`${record}\n`.repeat(50));
};

/** YAML documents of the maximum length. */
export const longDocuments = (): Buffer => {
  const document = `---\n${'- aaaaaaa\n'.repeat(50_000)}`;
  return gzipSync(document.repeat(30));
};
