import { toBinary, type DescMessage } from '@bufbuild/protobuf';
import { expect, it } from 'vitest';
import type { JsonObject } from '#lib/aip/json.ts';
import {
  AuditEventSchema,
  ListAuditEventsResponseSchema,
} from '#lib/generated/proto/grove/iam/v2beta1/audit_events_pb.js';
import { replyMessage } from './messages.ts';
import { fitting } from './page-bytes.ts';

const MIB = 1024 * 1024;
const PAGE: DescMessage = ListAuditEventsResponseSchema;

/** The bytes of a page with so many of the resources. */
async function bytesOf(auditEvents: JsonObject[]): Promise<number> {
  return toBinary(PAGE, await replyMessage(PAGE, { auditEvents })).length;
}

it.each([
  ['numbers, which take more than in JSON', { after: { list: Array(20_000).fill(1) } }],
  ['texts', { after: { text: 'x'.repeat(300_000) } }],
  ['letters of three bytes', { after: { text: '€'.repeat(100_000) } }],
])('ends a page of %s before 4 MiB', async (_, event) => {
  const events = Array<JsonObject>(50).fill(event);
  const fits = await fitting(AuditEventSchema, events);
  expect(await bytesOf(events.slice(0, fits))).toBeLessThan(4 * MIB);
  expect(await bytesOf(events.slice(0, fits + 1))).toBeGreaterThan(3.8 * MIB);
});

it('takes small resources, and one of any size', async () => {
  expect(await fitting(AuditEventSchema, [])).toBe(0);
  expect(
    await fitting(
      AuditEventSchema,
      Array.from({ length: 200 }, () => ({ uid: 'a' })),
    ),
  ).toBe(200);
  const large = { actor: 'x'.repeat(5 * MIB) };
  expect(await fitting(AuditEventSchema, [large, large])).toBe(1);
});
