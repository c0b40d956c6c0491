/** Generates the advisories of a data set. */
import type { Database as Sqlite } from 'better-sqlite3';
import { Random } from '../cli/demo/random.ts';
import type { Size } from './sizes.ts';
import { inserter, timesOf } from './insert.ts';
import { zipf } from './tree.ts';
import type { PlacedGroup } from './tree.ts';

const STATUSES = ['DETECTION', 'FIXED', 'TRUE_POSITIVE_DETERMINATION'];

/** @returns the number of advisories below each group. */
export function writeAdvisories(database: Sqlite, groups: readonly PlacedGroup[], size: Size) {
  const random = new Random('advisories');
  const [insert, alias] = [inserter(database, 'Advisory'), inserter(database, 'AdvisoryAlias')];
  const draw = zipf(random, groups.length);
  const below = new Map<string, number>();
  for (let index = 0; index < size.advisories; index += 1) {
    const group = groups[draw()] as PlacedGroup;
    const [uid, cve] = [random.childUid(group.uid), `CVE-${2019 + (index % 8)}-${index}`];
    const times = timesOf(random, group);
    const status = random.pick(STATUSES);
    insert({
      uid,
      parent: group.uid,
      advisoryId: `CGA-${random.hex(4)}-${index}`,
      artifactName: `package-${random.int(1, 5_000)}`,
      artifactType: 'apk',
      componentName: `component-${random.int(1, 500)}`,
      componentType: 'go-module',
      summary: `Number ${index}: input is not checked before it is used.`,
      author: 'bench',
      severity: random.int(0, 4),
      severities: '[]',
      status,
      fixedVersion: '1.2.3-r0',
      aliases: JSON.stringify([cve]),
      events: eventsOf(uid, times.createTime),
      ...times,
      revision: 1,
    });
    alias({ alias: cve, advisoryUid: uid });
    for (let end = uid.lastIndexOf('/'); end !== -1; end = uid.lastIndexOf('/', end - 1)) {
      const ancestor = uid.slice(0, end);
      below.set(ancestor, (below.get(ancestor) ?? 0) + 1);
    }
  }
  return below;
}

function eventsOf(uid: string, time: number): string {
  const createTime = new Date(time).toISOString();
  return JSON.stringify([
    { uid: uid.slice(-16), createTime, author: 'bench', detection: { manual: {} } },
  ]);
}
