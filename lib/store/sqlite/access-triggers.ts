/**
 * A number that grows with every change of access. Values about a caller can be cached until then,
 * whichever process makes the change.
 */
import type { Database } from 'better-sqlite3';
import { ACCESS_EVENTS } from '#lib/store/sql/access-events.ts';
import { install } from './triggers.ts';

const TRIGGERS = new Map(
  Object.entries(ACCESS_EVENTS).map(([event, when]): [string, string] => [
    `access_${event}`,
    `CREATE TRIGGER "access_${event}" AFTER ${when} BEGIN
    UPDATE "AccessRevision" SET "value" = "value" + 1;
  END`,
  ]),
);

export function keepAccessRevision(database: Database): void {
  const refill = [
    `INSERT INTO "AccessRevision" ("id", "value") VALUES (1, 1)
     ON CONFLICT ("id") DO UPDATE SET "value" = "value" + 1`,
  ];
  install(database, [{ triggers: TRIGGERS, refill }]);
}
