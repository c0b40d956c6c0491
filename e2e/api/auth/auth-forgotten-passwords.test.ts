// @module-tag http
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterEach, beforeEach, describe, expect, vi } from 'vitest';
import { config } from '#lib/config.ts';
import { counts } from '#lib/counts.ts';
import { mailSent } from '#lib/mail/outbox.ts';
import type { MailSettings } from '#lib/settings/mail.ts';
import { newCertificates } from '../../support/certificates.ts';
import { startMailServer } from '../../support/mail-server.ts';
import type { MailServer, Received } from '../../support/mail-server.ts';
import { TestBrowser } from '../../support/test-browser.ts';
import { grove, mail, withMail as it } from '../fixtures.ts';
import { OWNER_EMAIL } from '../harness.ts';
import type { Answer, Json } from '../harness.ts';
import { badFields, failure, ok, preconditions } from '../support/answers.ts';
import { rowsIn } from '../support/database.ts';
import { emptyRecord } from '../support/empty-record.ts';
import { transaction } from '#lib/store/store.ts';

const NEW_PASSWORD = 'another battery staple';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const MINUTE = 60_000;
/** Milliseconds; more than any machine needs to send the waiting messages. */
const LONG_MS = 50_000;

let nth = 0;

beforeEach(async () => {
  await rowsIn('Attempt').delete();
  nth += 1;
});

afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  await mailSent(LONG_MS);
});

const request = (email: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
  grove.post(
    '/auth/v1/passwordResets:request',
    { email },
    { token: null, headers: { 'x-forwarded-for': `203.0.113.${nth}`, ...headers } },
  );

const post = (verb: 'preview' | 'use', body: Json): Promise<Answer> =>
  grove.post(`/auth/v1/passwordResets:${verb}`, body, { token: null });

/** The code of the link in a message. */
function codeIn({ mail }: Received): string {
  const link = /^(\S+\/reset-password#\S+)$/m.exec(mail.text ?? '')?.[1] ?? '';
  expect(link.startsWith(`${grove.url}/reset-password#grove-reset-`)).toBe(true);
  return new URL(link).hash.slice(1);
}

/** The messages for the requests, once all are sent. */
async function receivedAfter(work: () => Promise<unknown>): Promise<Received[]> {
  await mailSent(LONG_MS);
  const before = mail.received.length;
  await work();
  await mailSent(LONG_MS);
  for (let sent = before; sent < mail.received.length; sent += 1) await mail.next();
  return mail.received.slice(before);
}

describe('a forgotten password', () => {
  it('is replaced by a link that arrives by e-mail and works once', async () => {
    const [message, ...others] = await receivedAfter(async () =>
      expect(
        ok(
          await request(` ${OWNER_EMAIL.toUpperCase()} `, {
            'user-agent': FIREFOX,
            host: 'attacker.example',
            'x-forwarded-host': 'attacker.example',
          }),
        ),
      ).toEqual({}),
    );
    expect(others).toEqual([]);
    if (message === undefined) throw new Error('no message');
    expect(message.to).toEqual([OWNER_EMAIL]);
    const { from, subject, text, html, headers } = message.mail;
    expect(from?.text).toBe('"Grove" <grove@example.com>');
    expect(subject).toBe('Choose a new password for Grove');
    expect(html).toBe(false);
    expect(headers.get('auto-submitted')).toBe('auto-generated');
    expect(text).toMatch(/^Time: \d{4}-\d\d-\d\d \d\d:\d\d UTC$/m);
    expect(text).toContain(`Network: 203.0.113.${nth}\nBrowser: Firefox on Linux\n`);
    expect(text).not.toContain('attacker');
    const code = codeIn(message);
    expect(ok(await post('preview', { code }))).toMatchObject({ email: OWNER_EMAIL });
    ok(await post('use', { code, newPassword: NEW_PASSWORD }));
    expect(badFields(await post('use', { code, newPassword: NEW_PASSWORD }))).toEqual(['code']);
    const browser = new TestBrowser(grove.url, `203.0.113.${nth}`);
    expect(await browser.signIn(OWNER_EMAIL, NEW_PASSWORD)).toBeNull();
  });

  it('removes the factors of an account whose address nobody has verified, and no others', async () => {
    const times = { createTime: new Date(), activeTime: new Date(), lastUsedTime: null };
    const app = { email: OWNER_EMAIL, name: 'app', secret: '', lastStep: null, ...times };
    const factor = (uid: string) =>
      transaction((tx) => tx.insertAll('AuthenticatorApp', [{ uid, ...app }]));
    const verify = (emailUnverified: boolean) =>
      rowsIn('Identity').update({ where: { uid: grove.ownerUid }, data: { emailUnverified } });
    const left: number[] = [];
    for (const isUnverified of [false, true]) {
      await verify(isUnverified);
      await rowsIn('AuthenticatorApp').delete();
      await factor(`app ${String(isUnverified)}`);
      const [message] = await receivedAfter(() => request(OWNER_EMAIL));
      if (message === undefined) throw new Error('no message');
      ok(await post('use', { code: codeIn(message), newPassword: NEW_PASSWORD }));
      left.push((await rowsIn('AuthenticatorApp').findMany()).length);
    }
    expect(left).toEqual([1, 0]);
  });

  it('ends after 30 minutes', async () => {
    const [message] = await receivedAfter(() => request(OWNER_EMAIL));
    if (message === undefined) throw new Error('no message');
    vi.useFakeTimers({ now: Date.now() + 30 * MINUTE, toFake: ['Date'] });
    const answer = await post('preview', { code: codeIn(message) });
    expect(preconditions(answer)).toEqual(['RESET_EXPIRED']);
  });

  it('is answered in the same words for an address without an account', async () => {
    let answers: Answer[] = [];
    const received = await receivedAfter(async () => {
      answers = [await request('nobody@example.com'), await request(OWNER_EMAIL)];
    });
    const seen = answers.map(({ status, text, headers }) => ({
      status,
      text,
      headers: [...headers.keys()].filter((name) => name !== 'date'),
    }));
    expect(seen[0]).toEqual(seen[1]);
    expect(received.map(({ to }) => to)).toEqual([[OWNER_EMAIL]]);
  });

  it('is in the audit log when it is asked for and when it is used', async () => {
    await emptyRecord();
    const [message] = await receivedAfter(() => request(OWNER_EMAIL, { 'user-agent': FIREFOX }));
    if (message === undefined) throw new Error('no message');
    ok(await post('use', { code: codeIn(message), newPassword: NEW_PASSWORD }));
    const path = `/iam/v2beta1/auditEvents?uidp.descendants_of=${grove.rootUid}&order_by=create_time`;
    const events = ok(await grove.get(path))['auditEvents'] as Json[];
    const ofResets = events.filter(({ type }) => String(type).includes('.password'));
    expect(ofResets).toMatchObject([
      {
        type: 'grove.iam.password_reset.created.v1',
        actor: 'sign-in page',
        resource: grove.ownerUid,
        network: `203.0.113.${nth}`,
        userAgent: FIREFOX,
      },
      { type: 'grove.iam.password.reset.v1', actor: grove.ownerUid, network: expect.any(String) },
    ]);
  });

  it('does not come to somebody who is blocked', async () => {
    const email = `blocked-${nth}@example.com`;
    const made = ok(
      await grove.post(`/iam/v2beta1/identities/${grove.rootUid}`, {
        name: email,
        claimMatch: { issuer: grove.url, subject: `person-${nth}` },
      }),
    );
    const account = await rowsIn('Account').findOnly();
    await rowsIn('Account').create({ ...account, email, identityUid: String(made['uid']) });
    expect(await receivedAfter(() => request(email))).toHaveLength(1);
    ok(await grove.post('/iam/v2beta1/identities:block', { uid: made['uid'] }));
    expect(await receivedAfter(async () => ok(await request(email)))).toEqual([]);
  });

  it('waits for no turn to write if no account has the address', async () => {
    const turnsFor = async (email: string) => {
      await mailSent(LONG_MS);
      const before = counts.writeTurns;
      ok(await request(email));
      await mailSent(LONG_MS);
      return counts.writeTurns - before;
    };
    const forNobody = await turnsFor('nobody@example.com');
    expect(await turnsFor(OWNER_EMAIL)).toBe(forNobody + 1);
  });

  it('can be asked for three times an hour, whether or not there is an account', async () => {
    vi.useFakeTimers({ now: Date.now(), toFake: ['Date'] });
    for (const email of [OWNER_EMAIL, 'nobody@example.com']) {
      const requests = await Promise.all([1, 2, 3, 4, 5].map(() => request(email)));
      expect(requests.map(({ status }) => status).sort()).toEqual([200, 200, 200, 429, 429]);
      // Requests from other networks count too: the limit is on the mail to one person.
      const from = (last: number) => ({ 'x-forwarded-for': `198.51.100.${last}` });
      for (let at = 0; at < 7; at += 1) ok(await request(email, from(at)));
      const answer = await request(email, from(9));
      failure(answer, 'RESOURCE_EXHAUSTED');
      expect(Number(answer.headers.get('retry-after'))).toBe(3600);
    }
    vi.setSystemTime(Date.now() + 60 * MINUTE + 1);
    ok(await request(OWNER_EMAIL));
  });

  it('can be asked for 20 times an hour from one network', async () => {
    vi.useFakeTimers({ now: Date.now(), toFake: ['Date'] });
    for (let at = 0; at < 20; at += 1) ok(await request(`nobody-${at}@example.com`));
    failure(await request('nobody-20@example.com'), 'RESOURCE_EXHAUSTED');
    ok(await request('nobody-20@example.com', { 'x-forwarded-for': '198.51.100.8' }));
  });

  it.each([
    '',
    'nobody',
    `${OWNER_EMAIL}\r\nBcc: attacker@example.com`,
    `${OWNER_EMAIL}\nattacker@example.com`,
    `${OWNER_EMAIL}, attacker@example.com`,
    `<${OWNER_EMAIL}> attacker@example.com`,
    `${'a'.repeat(300)}@example.com`,
    `owner@example.com\u0000`,
  ])('refuses the address %j', async (email) => {
    const received = await receivedAfter(async () =>
      expect(badFields(await request(email))).toEqual(['email']),
    );
    expect(received).toEqual([]);
  });

  it('refuses anything but a text', async () => {
    expect(badFields(await request({ to: OWNER_EMAIL }))).toEqual(['email']);
    expect(badFields(await request([OWNER_EMAIL]))).toEqual(['email']);
  });

  it('answers when the server takes nothing, and says so in the log and a metric', async () => {
    const broken = await startMailServer({
      onRcptTo: (_address, _session, callback) => callback(new Error('no such mailbox')),
    });
    const failed = counts.mailsFailed;
    const log = await logWith(portOf(broken), async () => {
      expect(ok(await request(OWNER_EMAIL))).toEqual({});
      await mailSent(LONG_MS);
      await broken.stop();
      expect(ok(await request(OWNER_EMAIL))).toEqual({});
    });
    expect(counts.mailsFailed - failed).toBe(2);
    expect(log).toMatch(
      /^cannot send e-mail \(link for a new password\).*no such mailbox.*\n.*ECONNREFUSED.*\n$/,
    );
    expect(log).not.toContain('grove-reset-');
  });

  it('tries again if the mail server asks for it', async () => {
    let busyFor = 2;
    let asked = 0;
    const busy = await startMailServer({
      onRcptTo: (_address, _session, callback) => {
        asked += 1;
        busyFor -= 1;
        if (busyFor < 0) callback();
        else callback(Object.assign(new Error('come back later'), { responseCode: 451 }));
      },
    });
    const { mailAgainMs } = config().pace;
    expect(mailAgainMs).toEqual([30_000, 300_000]);
    const { sent, failed } = { sent: counts.mailsSent, failed: counts.mailsFailed };
    const log = await logWith(portOf(busy), async () => {
      Object.assign(config().pace, { mailAgainMs: [1, 2] });
      await request(OWNER_EMAIL);
      await vi.waitFor(() => expect(busy.received).toHaveLength(1), LONG_MS);
      Object.assign(config().pace, { mailAgainMs: [LONG_MS, LONG_MS] });
    });
    expect([log, asked, busy.received.length]).toEqual(['', 3, 1]);
    expect([counts.mailsSent - sent, counts.mailsFailed - failed]).toEqual([1, 0]);

    [busyFor, asked] = [Infinity, 0];
    expect(await logWith(portOf(busy), () => request(OWNER_EMAIL))).toMatch(/come back later/);
    expect([asked, counts.mailsFailed - failed]).toEqual([3, 1]);
    Object.assign(config().pace, { mailAgainMs });
    await busy.stop();
  });

  it('sends the password of the mail server only over TLS', async () => {
    const given: unknown[] = [];
    const plain = await startMailServer({
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth: (auth, _session, callback) => {
        given.push(auth);
        callback(null, { user: 'grove' });
      },
    });
    const settings = { ...portOf(plain), credentials: { user: 'grove', pass: 'hunter2' } };
    const log = await logWith(settings, () => request(OWNER_EMAIL));
    await plain.stop();
    expect([given, plain.received]).toEqual([[], []]);
    expect(log).toMatch(/^(?!.*hunter2)cannot send e-mail .*STARTTLS/);
  });

  it.each([
    ['STARTTLS', false],
    ['TLS from the beginning', true],
  ])('sends over %s, to a server with a certificate that is trusted alone', async (_, isTls) => {
    const { authority, key, cert } = newCertificates();
    const given: unknown[] = [];
    const safe = await startMailServer({
      secure: isTls,
      hideSTARTTLS: false,
      disabledCommands: [],
      authOptional: false,
      key,
      cert,
      onAuth: ({ username, password }, { secure }, callback) => {
        given.push({ username, password, secure });
        callback(null, { user: 'grove' });
      },
    });
    const credentials = { user: 'grove', pass: 'hunter2' };
    const settings = { ...portOf(safe), isTls, credentials };
    const log = await logWith(settings, () => request(OWNER_EMAIL));
    expect(log).toMatch(/^(?!.*hunter2)cannot send e-mail .*certificate/);
    expect([given, safe.received]).toEqual([[], []]);

    const trusted = getCACertificates();
    setDefaultCACertificates([...trusted, authority]);
    try {
      expect(await logWith(settings, () => request(OWNER_EMAIL))).toBe('');
    } finally {
      setDefaultCACertificates(trusted);
      await safe.stop();
    }
    expect(given).toEqual([{ username: 'grove', password: 'hunter2', secure: true }]);
    expect(safe.received.map(({ to }) => to)).toEqual([[OWNER_EMAIL]]);
  });
});

const portOf = ({ url }: MailServer) => ({ port: Number(new URL(url).port) });

/** The log lines of work with other settings, once all messages are sent or failed. */
async function logWith(settings: Partial<MailSettings>, work: () => Promise<unknown>) {
  const { mail } = config();
  if (mail === undefined) throw new Error('no e-mail');
  const before = { ...mail };
  const lines: string[] = [];
  vi.spyOn(process.stderr, 'write').mockImplementation((line) => lines.push(String(line)) > 0);
  try {
    Object.assign(mail, settings);
    await work();
    await mailSent(LONG_MS);
  } finally {
    for (const name of Object.keys(mail)) Reflect.deleteProperty(mail, name);
    Object.assign(mail, before);
    vi.restoreAllMocks();
  }
  return lines.join('');
}
