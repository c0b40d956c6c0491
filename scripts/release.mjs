/** The tasks of a release besides tests: known flaws, a list of contents, and digests of images. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './lib/child.mjs';
import { fail } from './lib/report.mjs';

/** The exit code if nothing could be checked. */
const UNKNOWN = 2;

/** Compares the versions in package-lock.json with the advisories of the registry. */
export async function audit() {
  const { code, output } = await run('npm', ['audit', '--json', '--package-lock-only'], {
    quiet: true,
  });
  const report = parsed(output);
  if (report?.metadata?.vulnerabilities === undefined) {
    const why = report?.message ?? report?.error?.summary ?? output.trim().split('\n').at(-1);
    console.error(`The registry offers no advisories, so nothing was checked: ${why}`);
    return UNKNOWN;
  }
  const found = Object.entries(report.vulnerabilities);
  for (const [name, { severity, range, fixAvailable }] of found) {
    console.log(`${severity}: ${name} ${range}${fixAvailable === false ? ', not mended yet' : ''}`);
  }
  console.log(`${found.length} of ${report.metadata.dependencies.total} packages have advisories.`);
  return code;
}

/** @param {string} text JSON, possibly after warnings of npm */
function parsed(text) {
  try {
    return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1));
  } catch {
    return undefined;
  }
}

/** Writes the packages of the image as CycloneDX. @param {string[]} args */
export async function sbom([file = 'sbom.cdx.json']) {
  const kind = ['--sbom-format', 'cyclonedx', '--sbom-type', 'application'];
  const { code, output } = await run(
    'npm',
    ['sbom', ...kind, '--omit', 'dev', '--omit', 'optional', '--package-lock-only'],
    { quiet: true },
  );
  const bom = parsed(output);
  if (code !== 0 || bom?.bomFormat !== 'CycloneDX') fail(`npm sbom failed: ${output.trim()}`);
  writeFileSync(file, `${JSON.stringify(bom, null, 2)}\n`);
  console.log(`${file} lists ${bom.components.length} packages.`);
  return 0;
}

/** The places where `deploy` names images of other projects. */
const PINNED = [
  { file: 'deploy/Containerfile', name: /(?<=^ARG NODE=)[^\s@]+(?:@\S+)?$/gm, repository: 'node' },
  { file: 'deploy/compose.postgresql.yaml', name: /(?<=^ +image: )[\w./-]+:[^\s@]+(?:@\S+)?$/gm },
];

/**
 * Pins these images by the current digests of their tags, which skopeo reads.
 *
 * @param {string[]} args the folder of the project, unless it is this one
 */
export async function pin([root = '.']) {
  const texts = new Map();
  for (const { file, name, repository } of PINNED) {
    const path = join(root, file);
    let text = readFileSync(path, 'utf8');
    for (const [known] of text.matchAll(name)) {
      const [tag = ''] = known.split('@');
      const image = repository === undefined ? tag : `${repository}:${tag}`;
      const digest = await digestOf(image);
      text = text.replace(known, `${tag}@${digest}`);
      console.log(`${image}@${digest}`);
    }
    texts.set(path, text);
  }
  for (const [path, text] of texts) writeFileSync(path, text);
  return 0;
}

/** @param {string} image such as `node:26.10.0-bookworm-slim` */
async function digestOf(image) {
  const args = ['inspect', '--no-tags', '--format', '{{.Digest}}', `docker://${image}`];
  const { code, output } = await run('skopeo', args, { quiet: true }).catch((error) => ({
    code: 1,
    output: String(error.message),
  }));
  const digest = output.trim();
  if (code === 0 && /^sha256:[0-9a-f]{64}$/.test(digest)) return digest;
  return fail(`the digest of ${image} is not known, so nothing is pinned: ${digest}`);
}
