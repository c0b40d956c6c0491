/**
 * The one door to the database. Only this module knows which engine is behind it.
 *
 * @see docs/decisions/015-one-door-to-the-database.md
 */
import type { Engine } from './handles.ts';
import { isServer } from '#lib/settings/database.ts';
import { postgres } from './postgres/engine.ts';
import { sqlite } from './sqlite/engine.ts';

export type {
  Asker,
  KeyLimits,
  Link,
  Page,
  PageQuery,
  Place,
  Reads,
  Scope,
  Transaction,
  Weight,
} from './handles.ts';

// Before any setting is read, because the engine does not change while a process runs.
const engine: Engine = isServer(process.env.DATABASE_URL) ? postgres : sqlite;

export const openDatabase = engine.open;
export const closeDatabase = engine.close;
export const { committed, snapshot, transaction, accessRevision, spendTogether, verify, copies } =
  engine;
