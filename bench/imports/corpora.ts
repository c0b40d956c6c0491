/** Files of advisories as large as a distribution's, always the same. */
import { createWriteStream, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { pack } from 'tar-stream';
import { ZipWriter } from '#lib/export/zip.ts';

export interface Corpus {
  name: string;
  /** The number of advisories in the file. */
  advisories: number;
  path: string;
}

const ADVISORIES = 30_000;
const FOR_EACH_PACKAGE = 20;
const FOR_EACH_DOCUMENT = 5;

const range = (length: number) => Array.from({ length }, (_, at) => at);
const cve = (at: number) => `CVE-${2000 + (at % 26)}-${10_000 + at}`;
const LOCATION = '/usr/lib/python3.13/site-packages/example/vendor/module';

function packageYaml(number: number): string {
  const entries = range(FOR_EACH_PACKAGE).map((at) => {
    const id = number * FOR_EACH_PACKAGE + at;
    return `
  - id: ${cve(id)}
    aliases:
      - GHSA-${id}
    events:
      - timestamp: 2024-01-04T10:11:12Z
        type: detection
        data:
          type: scan/v1
          data:
            subpackageName: package-${number}-dev
            componentID: ${id}
            componentName: component-${id % 100}
            componentVersion: 1.${at}.0
            componentType: go-module
            componentLocation: ${LOCATION}/${at}
            scanner: grype
      - timestamp: 2024-02-04T10:11:12Z
        type: fixed
        data:
          fixed-version: 1.${at}.1-r0
`;
  });
  return `schema-version: 2.0.2\n\npackage:\n  name: package-${number}\n\nadvisories:${entries.join('')}`;
}

const osvRecord = (id: number) => ({
  schema_version: '1.7.0',
  id: `GO-2024-${id}`,
  modified: '2025-02-03T04:05:06Z',
  published: '2025-01-02T03:04:05Z',
  aliases: [cve(id)],
  summary: `A flaw in package ${id}`,
  details: 'What happens, and to whom. '.repeat(40),
  affected: [
    {
      package: { ecosystem: 'Go', name: `example.com/module/${id}` },
      ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed: `1.${id % 50}.0` }] }],
    },
  ],
});

const statement = (id: number) => ({
  vulnerability: { name: cve(id), aliases: [`GHSA-${id}`] },
  timestamp: '2025-01-02T03:04:05Z',
  products: [
    {
      '@id': `pkg:apk/wolfi/package-${id}@1.0-r0?arch=x86_64`,
      subcomponents: [{ '@id': `pkg:golang/example.com/module@v1.${id % 50}.0` }],
    },
  ],
  status: 'not_affected',
  justification: 'vulnerable_code_not_in_execute_path',
  impact_statement: 'The code is there, and nothing calls it. '.repeat(10),
});

const vexDocument = (ids: readonly number[]) => ({
  '@context': 'https://openvex.dev/ns/v0.2.0',
  '@id': `https://vex.example.com/${ids[0]}`,
  author: 'Security <security@example.com>',
  timestamp: '2025-01-02T03:04:05Z',
  version: 1,
  statements: ids.map(statement),
});

async function writeTar(path: string, files: Iterable<[string, string]>): Promise<void> {
  const tar = pack();
  const written = pipeline(tar, createGzip(), createWriteStream(path));
  for (const [name, content] of files) tar.entry({ name }, content);
  tar.finalize();
  await written;
}

/** Writes the files into the folder. */
export async function writeCorpora(folder: string): Promise<Corpus[]> {
  const corpus = (name: string, file: string): Corpus => ({
    name,
    advisories: ADVISORIES,
    path: join(folder, file),
  });
  const yaml = corpus('package YAML, a file for each of 1,500 packages, tar.gz', 'yaml.tgz');
  const packages = range(ADVISORIES / FOR_EACH_PACKAGE);
  await writeTar(
    yaml.path,
    packages.map((at) => [`./package-${at}.advisories.yaml`, packageYaml(at)]),
  );
  const osv = corpus('OSV, a file for each record, zip', 'osv.zip');
  const entries = range(ADVISORIES).map((id) => ({
    name: `GO-2024-${id}.json`,
    content: Buffer.from(JSON.stringify(osvRecord(id))),
    time: new Date('2025-01-02T03:04:05Z'),
  }));
  const zip = new ZipWriter();
  const files = entries.map((entry) => zip.add(entry));
  writeFileSync(osv.path, Buffer.concat([...files, ...zip.end()]));
  const hub = corpus('OpenVEX, 6,000 documents, tar.gz', 'hub.tgz');
  const documents = range(ADVISORIES / FOR_EACH_DOCUMENT).map((at) =>
    range(FOR_EACH_DOCUMENT).map((one) => at * FOR_EACH_DOCUMENT + one),
  );
  await writeTar(
    hub.path,
    documents.map((ids) => [`pkg/${ids[0]}/vex.json`, JSON.stringify(vexDocument(ids))]),
  );
  const one = corpus('OpenVEX, one document', 'vex.json');
  writeFileSync(one.path, JSON.stringify(vexDocument(range(ADVISORIES)), null, 1));
  return [yaml, osv, hub, one];
}
