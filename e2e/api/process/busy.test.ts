import { afterEach, describe, expect } from 'vitest';
import { config } from '#lib/config.ts';
import type { Pace } from '#lib/settings/pace.ts';
import { closeDatabase, openDatabase } from '#lib/store/store.ts';
import { writeJoined } from '#lib/audit/joined.ts';
import { until } from '../../support/until.ts';
import { grove, it } from '../fixtures.ts';
import type { Answer } from '../harness.ts';
import { denied, failure, ok } from '../support/answers.ts';
import { rowsIn, whileLocked } from '../support/database.ts';
import { CHEAP } from '../support/pace.ts';
import { newPerson } from '../support/people.ts';

afterEach(() => setPace(CHEAP));

/** Read when the database is opened. */
async function setPace(pace: Partial<Pace>): Promise<void> {
  Object.assign(config().pace, pace);
  await closeDatabase();
  await openDatabase();
}

const groups = () => `/iam/v2beta1/groups/${grove.rootUid}`;

const READS = 20;

/** Reads, one after the other. */
async function readOften(): Promise<void> {
  for (let reads = 0; reads < READS; reads += 1) ok(await grove.get(groups()));
}

const counts = () =>
  Promise.all([rowsIn('Group').count(), rowsIn('AuditEvent').count(), rowsIn('Identity').count()]);
const events = () => rowsIn('AuditEvent').count();
const deniedEvents = () => rowsIn('AuditEvent').count({ where: { result: 'PERMISSION_DENIED' } });
const created = (name: string) => grove.post(groups(), { name });

describe('while another process writes', () => {
  it('writes wait their turn, and reads do not', async () => {
    const names = ['a', 'b', 'c', 'd', 'e'];
    const before = await events();
    let answers: Promise<Answer[]> = Promise.resolve([]);
    await whileLocked(async () => {
      answers = Promise.all(names.map(created));
      const read = readOften().then(() => 'read');
      expect(await Promise.race([answers.then(() => 'written'), read])).toBe('read');
      expect(await events()).toBe(before);
    });
    expect((await answers).map((answer) => ok(answer)['name'])).toEqual(names);
    expect(await events()).toBe(before + names.length);
  });

  it('writes fail after a while, leave nothing behind, and say that they can be retried', async () => {
    await setPace({ writerLimits: { busy: 1_000, turn: 300_000, held: 600_000 } });
    const person = await newPerson(grove);
    // Sets the last-seen time first, because it cannot be written while the database is locked.
    ok(await grove.get('/iam/v2beta1/groups', { token: person.token }));
    ok(await created('in time'));
    const before = await counts();
    await whileLocked(async () => {
      const answers = Promise.all([
        created('too late'),
        grove.patch(groups(), { description: 'too late' }),
        grove.del(`/iam/v2beta1/identities/${person.uid}`),
      ]);
      const attempt = await grove.post(groups(), { name: 'denied' }, { token: person.token });
      denied(attempt, 'groups.create', grove.rootUid);
      const read = readOften().then(() => 'read');
      expect(await Promise.race([answers.then(() => 'answered'), read])).toBe('read');
      for (const answer of await answers) {
        expect(failure(answer, 'UNAVAILABLE').message).toMatch(/busy; try again$/);
        expect(answer.headers.get('retry-after')).toBe('1');
      }
      // Waits until writing the record of the denied attempt has failed as well.
      await writeJoined();
    });
    const [group, event, identity] = before;
    await until(async () => expect(await deniedEvents()).toBe(1));
    expect(await counts()).toEqual([group, event + 1, identity]);
    expect(ok(await grove.get(groups()))['description']).toBe('');
    ok(await created('too late'));
  });
});
