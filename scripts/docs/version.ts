/** The version of the program, which package.json has and other files repeat. */
import { readFileSync } from 'node:fs';
import { VERSION } from '#lib/version.ts';

/** The places that repeat it, each a pattern whose first group is the version. */
const PLACES: readonly [path: string, place: RegExp][] = [
  ['package-lock.json', /^ {2}"version": "(.*)"/gm],
  ['package-lock.json', /^ {6}"name": "grove",\n {6}"version": "(.*)"/gm],
  ['deploy/helm/grove/Chart.yaml', /^(?:appV|v)ersion: (.*)$/gm],
  ['README.md', /^The version is (\d+\.\d+\.\d+)\. /gm],
];

/** @returns a line for each place that has another version, and for a changelog that does not begin with it. */
export function wrongVersions(): string[] {
  const repeated = PLACES.flatMap(([path, place]) => {
    const found = [...readFileSync(path, 'utf8').matchAll(place)].map(([, version]) => version);
    const isSame = found.length > 0 && found.every((version) => version === VERSION);
    return isSame ? [] : [`${path}: must have the version ${VERSION}, not ${found.join()}`];
  });
  return [...repeated, ...wrongSections(readFileSync('CHANGELOG.md', 'utf8'), VERSION)];
}

/**
 * @param text of the changelog: "Unreleased", and below it a dated section for each version, the newest
 *   first.
 * @returns a line for each fault of its sections.
 */
export function wrongSections(text: string, version: string): string[] {
  const [first, newest = '', ...others] = [...text.matchAll(/^## (.*)$/gm)].map(
    ([, title = '']) => title,
  );
  const undated = [newest, ...others].filter(
    (title) => !/^\d+\.\d+\.\d+ \(\d{4}-\d\d-\d\d\)$/.test(title),
  );
  return [
    ...(first === 'Unreleased' ? [] : ['the first section must be "Unreleased"']),
    ...undated.map((title) => `"${title}" must be a version and its date, as 1.2.3 (2027-01-31)`),
    ...(newest.startsWith(`${version} `) ? [] : [`the newest version must be ${version}`]),
  ].map((problem) => `CHANGELOG.md: ${problem}`);
}
