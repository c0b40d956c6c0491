import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';
import { expect, groupUrl, makeGroup, test } from '../fixtures.ts';

let receiver: WebhookReceiver;

test.beforeAll(async () => {
  receiver = await startWebhookReceiver();
});

test.afterAll(() => receiver.stop());

test('a subscription is made, tested and sends what happens; an event is sent again', async ({
  ownerPage: page,
  grove,
}) => {
  const group = await makeGroup(page, grove, grove.rootUid);
  await page.goto(groupUrl(group.uid, '/subscriptions'));
  await expect(page.getByRole('heading', { name: 'No subscriptions yet' })).toBeVisible();
  await page.getByRole('link', { name: 'New subscription' }).first().click();
  const sheet = page.getByRole('dialog', { name: `New subscription in ${group.name}` });
  await sheet.getByRole('textbox', { name: 'Name' }).fill('tickets');
  await sheet.getByRole('textbox', { name: 'Address' }).fill(`${receiver.url}/hook`);
  await sheet.getByRole('textbox', { name: 'Types' }).fill('grove.iam.nothing.*');
  await sheet.getByRole('button', { name: 'Create subscription' }).click();
  await expect(sheet.getByRole('button', { name: 'Check Types' })).toBeVisible();
  await expect(sheet.getByText('“grove.iam.nothing.*” is not a type of events')).toBeVisible();
  await sheet.getByRole('textbox', { name: 'Types' }).fill('grove.iam.group.*');
  await sheet.getByRole('button', { name: 'Create subscription' }).click();
  const made = page.getByRole('dialog', { name: 'Subscription created' });
  await expect(made.getByText(/^whsec_/)).toBeVisible();
  await made.getByRole('button', { name: 'Copy secret' }).click();
  await made.getByRole('button', { name: 'Done' }).click();

  const article = page.getByRole('article', { name: 'tickets' });
  await expect(article.getByText('Active', { exact: true })).toBeVisible();
  await article.getByRole('button', { name: 'Send an example' }).click();
  await expect(article.getByText(/^The target answered with 204/)).toBeVisible();
  const inside = await makeGroup(page, grove, group.uid);
  await expect.poll(() => receiver.received.map(({ subject }) => subject)).toContain(inside.uid);
  const deliveries = article.getByRole('region', { name: 'Deliveries' }).getByRole('listitem');
  await expect(deliveries).toContainText(['Delivered']);
  await deliveries.getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByText('1 event is sent again')).toBeVisible();
  const sent = () => receiver.received.filter(({ subject }) => subject === inside.uid).length;
  await expect.poll(sent).toBe(2);
});
