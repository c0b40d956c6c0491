/**
 * A number that grows with every change of access. Values about a caller can be cached until then,
 * whichever process makes the change.
 */
import type { Client } from 'pg';
import { ACCESS_EVENTS } from '#lib/store/sql/access-events.ts';
import { install } from './triggers.ts';

const TRIGGERS = Object.entries(ACCESS_EVENTS).map(([event, when]) => ({
  name: `access_${event}`,
  when: `AFTER ${when} FOR EACH ROW`,
  body: `UPDATE "AccessRevision" SET "value" = "value" + 1;`,
}));

const REFILL = `INSERT INTO "AccessRevision" ("id", "value") VALUES (1, 1)
  ON CONFLICT ("id") DO UPDATE SET "value" = "AccessRevision"."value" + 1`;

export async function keepAccessRevision(client: Client): Promise<void> {
  await install(client, [{ triggers: TRIGGERS, refill: [REFILL] }]);
}
