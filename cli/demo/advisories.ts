/**
 * Advisories: each vulnerability appears in the packages, images and libraries that contain its
 * component.
 */
import { EVENT_STATUS } from '#lib/resources/advisory-statuses.ts';
import { SEVERITIES } from '#lib/resources/advisory.ts';
import { historyOf } from './advisory-events.ts';
import type { Ground } from './groups.ts';
import type { Random } from './random.ts';
import type { DemoRepo } from './repos.ts';
import { after, before, DAY_MS, earlier, HOUR_MS, later, MINUTE_MS, moment } from './times.ts';
import { LIBRARIES, SYSTEM_PACKAGES, VECTORS, WEAKNESSES } from './weaknesses.ts';
import type { Component, SeverityName } from './weaknesses.ts';
import type { Advisory, Group } from './rows.ts';

interface AdvisoriesRequest extends Ground {
  repos: readonly DemoRepo[];
  /** E-mail addresses of the people who analyse advisories. */
  authors: readonly string[];
  count: number;
}

interface Vulnerability {
  component: Component;
  summary: string;
  aliases: string[];
  severity: 'SEVERITY_UNSPECIFIED' | SeverityName;
  score: string | null;
  foundTime: Date;
}

interface Artifact {
  group: Group;
  name: string;
  type: 'apk' | 'image' | 'library';
  architecture: string;
}

export function planAdvisories(random: Random, request: AdvisoriesRequest): Advisory[] {
  const advisories: Advisory[] = [];
  const numbers = new Set<string>();
  while (advisories.length < request.count) {
    const vulnerability = planVulnerability(random, request.now, numbers);
    for (const artifact of artifactsWith(random, vulnerability.component, request)) {
      if (advisories.length < request.count) {
        advisories.push(advisoryRow(random, vulnerability, artifact, request));
      }
    }
  }
  return advisories;
}

/** New advisories come in waves: some weeks bring three times as many as others. */
function foundTime(random: Random, now: Date): Date {
  const span = random.weighted({ lately: 4, halfYear: 66, older: 30 });
  if (span === 'lately')
    return moment(random, before(now, 2 * DAY_MS), before(now, 20 * MINUTE_MS));
  if (span === 'older') return moment(random, before(now, 420 * DAY_MS), before(now, 182 * DAY_MS));
  for (;;) {
    const days = random.next() * 182;
    const wave = 0.55 + 0.25 * Math.sin(days / 11) + 0.15 * Math.sin(days / 29 + 1);
    if (random.chance(wave)) return before(now, days * DAY_MS + 2 * HOUR_MS);
  }
}

function planVulnerability(random: Random, now: Date, numbers: Set<string>): Vulnerability {
  const component = random.pick(random.chance(0.55) ? SYSTEM_PACKAGES : LIBRARIES);
  const severity = random.weighted({
    SEVERITY_UNSPECIFIED: 5,
    LOW: 20,
    MEDIUM: 44,
    HIGH: 25,
    CRITICAL: 6,
  });
  const time = foundTime(random, now);
  return {
    component,
    summary: random.pick(WEAKNESSES).replace('%', component.name),
    aliases: newAliases(random, { component, year: time.getUTCFullYear(), numbers }),
    severity,
    score: severity === 'SEVERITY_UNSPECIFIED' ? null : random.pick(VECTORS[severity]),
    foundTime: time,
  };
}

const GHSA = '23456789cfghjmpqrvwx';
const fours = (random: Random) => [0, 1, 2].map(() => random.text(4, GHSA)).join('-');

interface AliasRequest {
  component: Component;
  year: number;
  numbers: Set<string>;
}

/** Numbers above 90000 are rarely assigned, so an invented id is rarely a real one. */
function newAliases(random: Random, { component, year, numbers }: AliasRequest): string[] {
  const cve = `CVE-${year}-${random.int(90_000, 99_999)}`;
  if (numbers.has(cve)) return newAliases(random, { component, year, numbers });
  numbers.add(cve);
  if (component.type === 'apk') return [cve];
  const aliases = [cve, `GHSA-${fours(random)}`];
  return component.type === 'go-module'
    ? [...aliases, `GO-${year}-${random.int(9000, 9999)}`]
    : aliases;
}

/**
 * A system package and the images that contain it; for a library, images and published packages.
 */
function artifactsWith(
  random: Random,
  component: Component,
  { root, groups, repos }: AdvisoriesRequest,
): Artifact[] {
  const architecture = random.pick(['x86_64', 'aarch64']);
  const artifacts: Artifact[] = [];
  if (component.type === 'apk') {
    artifacts.push({ group: root, name: component.name, type: 'apk', architecture });
  }
  const services = groups.filter(({ level }) => level === 'service');
  const seen = new Set<string>();
  const affected = repos.filter(
    ({ stack }) => component.type === 'apk' || stack === component.type,
  );
  for (let rest = random.int(1, 5); rest > 0; rest -= 1) {
    const { row } = random.pick(affected);
    if (seen.has(row.uid)) continue;
    seen.add(row.uid);
    const group = groups.find((candidate) => candidate.row.uid === row.parent)?.row ?? root;
    artifacts.push({ group, name: row.name, type: 'image', architecture });
  }
  if (component.type !== 'apk' && random.chance(0.5)) {
    const { row } = random.pick(services);
    artifacts.push({
      group: row,
      name: `acme-${row.name}-client`,
      type: 'library',
      architecture: '',
    });
  }
  return artifacts;
}

function advisoryRow(
  random: Random,
  vulnerability: Vulnerability,
  artifact: Artifact,
  { authors, now }: AdvisoriesRequest,
): Advisory {
  const { component, severity, score, foundTime: found } = vulnerability;
  const [major, minor, patch] = component.version;
  const fixedVersion = `${major}.${minor}.${patch}${component.type === 'apk' ? '-r1' : ''}`;
  const versionText = `${major}.${Math.max(0, minor - 1)}.${random.int(0, 5)}`;
  // Scanners report within a day.
  const latest = earlier(after(found, DAY_MS), before(now, 5 * MINUTE_MS));
  const createTime = later(artifact.group.createTime, moment(random, found, latest));
  const history = historyOf(random, {
    component,
    subpackage: artifact.type === 'apk' ? `${component.name}-dev` : '',
    versionText,
    fixedVersion,
    authors,
    createTime,
    now,
  });
  return {
    uid: random.childUid(artifact.group.uid),
    parent: artifact.group.uid,
    advisoryId: `CGA-${fours(random)}`,
    artifactName: artifact.name,
    artifactType: artifact.type,
    artifactArchitecture: artifact.architecture,
    artifactFamily: '',
    componentName: component.name,
    componentType: component.type,
    componentLocation: component.location,
    summary: vulnerability.summary,
    author: 'scanner@acme.example',
    severity: SEVERITIES.indexOf(severity),
    severities: score === null ? [] : [{ type: 'CVSS_V3', score }],
    status: EVENT_STATUS[history.kind],
    fixedVersion: history.kind === 'fixed' ? fixedVersion : '',
    aliases: vulnerability.aliases,
    events: history.events,
    origin: null,
    createTime,
    updateTime: history.updateTime,
    revision: history.events.length,
  };
}
