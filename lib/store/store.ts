/**
 * The one door to the database. Only this module knows which engine is behind it.
 *
 * @see docs/decisions/015-one-door-to-the-database.md
 */
import type { Engine } from './engine.ts';
import { isServer } from '#lib/settings/database.ts';
import { postgres } from './postgres/engine.ts';
import { sqlite } from './sqlite/engine.ts';

export type {
  Asker,
  BoundElsewhere,
  KeyLimits,
  Link,
  Page,
  PageQuery,
  Place,
  Scope,
  Spelled,
  Weight,
} from './handles.ts';
export type { Transaction } from './prisma/transaction.ts';
export type { Writing } from './prisma/writing.ts';
export type { Reads } from './prisma/reads.ts';

// Before any setting is read, because the engine does not change while a process runs.
const engine: Engine = isServer(process.env.DATABASE_URL) ? postgres : sqlite;

/** @see Engine, which describes this and the others. */
export const openDatabase = engine.open;
export const closeDatabase = engine.close;
export const { committed, snapshot, transaction, accessRevision, spendTogether, verify, copies } =
  engine;
