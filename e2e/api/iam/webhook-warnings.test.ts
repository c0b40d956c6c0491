// @module-tag http
/** E-mails about subscriptions that deliver nothing. */
import { expect, onTestFinished } from 'vitest';
import { mailSent } from '#lib/mail/outbox.ts';
import { deliverEvents } from '#lib/service/events/webhooks/job.ts';
import { until } from '../../support/until.ts';
import { grove, mail, newName, withMail as it } from '../fixtures.ts';
import { OWNER_EMAIL } from '../harness.ts';
import { ok } from '../support/answers.ts';
import { rowsIn } from '../support/database.ts';
import { newGroup } from '../support/people.ts';
import { subscription, SUBSCRIPTIONS } from '../support/subscriptions.ts';

const DAY_MS = 86_400_000;
const LONG_MS = 50_000;

it('come to owners after one day of failures alone and after four, each once', async () => {
  onTestFinished(deliverEvents());
  const where = { uid: grove.ownerUid };
  await rowsIn('Identity').update({ where, data: { emailUnverified: null } });
  const group = await newGroup(grove, grove.rootUid);
  const body = {
    name: newName('hook'),
    types: ['grove.iam.group.*'],
    webhook: { url: 'https://hook.invalid/secret' },
  };
  const uid = String(ok(await grove.post(`${SUBSCRIPTIONS}/${group}`, body))['uid']);
  await newGroup(grove, group);
  await until(async () => expect(await subscription(uid)).toMatchObject({ state: 'FAILING' }));

  /** Tries again as if it had failed for so long. @returns the e-mails since then. */
  async function after(days: number, count: number) {
    const before = mail.received.length;
    const tries = (await rowsIn('Delivery').findOnly({ where: { subscriptionUid: uid } })).attempts;
    const stateTime = new Date(Date.now() - days * DAY_MS);
    await rowsIn('Subscription').update({ where: { uid }, data: { stateTime } });
    const due = { nextTime: new Date(), state: 'WAITING' } as const;
    await rowsIn('Delivery').update({ where: { subscriptionUid: uid }, data: due });
    await until(async () => {
      const row = await rowsIn('Delivery').findOnly({ where: { subscriptionUid: uid } });
      expect(row.attempts).toBeGreaterThan(tries);
    });
    return until(async () => {
      await mailSent(LONG_MS);
      const sent = mail.received.slice(before);
      expect(sent).toHaveLength(count);
      return sent.map((one) => ({ to: one.to.join(), text: one.mail.text ?? '' }));
    });
  }
  await after(0.9, 0);
  const [first] = await after(1.1, 1);
  expect(first?.to).toContain(OWNER_EMAIL);
  expect(first?.text).toContain(body.name);
  expect(first?.text).not.toContain('secret');
  await after(3.9, 0);
  await after(4.1, 1);
  await after(4.2, 0);
});
