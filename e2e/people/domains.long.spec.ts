/** The domains of an organization: claimed, verified by a record, and released. */
import { type DnsServer, startDnsServer } from '../support/dns-server.ts';
import { test as base, expect, groupUrl } from '../fixtures.ts';

/** A Grove that uses the DNS server of the test. */
const test = base.extend<object, { dns: DnsServer }>({
  dns: [
    async ({}, use) => {
      const dns = await startDnsServer();
      await use(dns);
      await dns.stop();
    },
    { scope: 'worker' },
  ],
  databaseSettings: [
    async ({ dns, databaseSettings }, use) => {
      await use(async () => ({ ...(await databaseSettings()), GROVE_DNS_SERVERS: dns.address }));
    },
    { scope: 'worker' },
  ],
});

test('an owner claims a domain, sees the missing record, verifies it and releases it', async ({
  ownerPage: page,
  grove,
  dns,
}) => {
  await page.goto(groupUrl(grove.rootUid));
  await page.getByRole('link', { name: 'Manage domains' }).click();
  const sheet = page.getByRole('dialog', { name: 'Domains' });
  await expect(sheet).toContainText('Your organization has not claimed a domain.');
  const field = sheet.getByRole('textbox', { name: 'Domain' });
  await field.fill('co.uk');
  await sheet.getByRole('button', { name: 'Claim domain' }).click();
  await expect(field).toBeFocused();
  await expect(field).toHaveAccessibleDescription(/public suffix/);
  const name = `${'long-name-of-a-company.'.repeat(6)}example.com`;
  await field.fill(name);
  await sheet.getByRole('button', { name: 'Claim domain' }).click();
  const item = sheet.getByRole('listitem').filter({ hasText: name });
  await expect(item).toContainText('Not verified yet');
  await expect(field).toHaveValue('');
  const check = item.getByRole('button', { name: `Check now: ${name}` });
  await check.click();
  await expect(item.getByRole('status').filter({ hasText: 'no such name' })).toBeVisible();

  const copy = item.getByRole('button', { name: /^Copy value of the record / });
  const value = ((await copy.getAttribute('aria-label')) ?? '').split(' ').at(-1) ?? '';
  dns.answers.set(`_grove-challenge.${name}`, [value]);
  await check.click();
  await expect(item.getByRole('alert')).toContainText('was just checked');
  await grove.database.rowsIn('Domain').update({ data: { checkTime: null } });
  await check.click();
  await expect(item).toContainText('Verified');
  await expect(item.getByRole('alert')).toBeHidden();

  const failingTime = new Date(Date.now() - 2 * 24 * 60 * 60 * 1000);
  await grove.database.rowsIn('Domain').update({ data: { failingTime } });
  await page.goto(groupUrl(grove.rootUid));
  const risk = page.getByRole('note').filter({ hasText: name });
  await expect(risk).toContainText('went missing from DNS 2 d ago. After seven days');
  await grove.database.rowsIn('Domain').update({ data: { verifiedName: null, failingTime: null } });
  await page.reload();
  await expect(risk).toContainText('no longer verified');
  await risk.getByRole('link', { name: 'See what to publish' }).click();
  await expect(item).toContainText('No longer verified');
  await grove.database.rowsIn('Domain').update({ data: { checkTime: null } });
  await check.click();
  await expect(item).toContainText('Verified');

  await item.getByRole('button', { name: `Release ${name}` }).click();
  const question = page.getByRole('alertdialog', { name: `Release ${name}?` });
  await expect(question).toContainText('another organization can verify it');
  await question.getByRole('button', { name: 'Release domain' }).click();
  await expect(sheet).toContainText('Your organization has not claimed a domain.');
});
