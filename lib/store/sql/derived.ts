/**
 * What follows from the rows. Triggers count the rows in each group and below it, note changes of
 * access and keep what bound identities were called, in the transaction of every write. The built-in
 * roles are those of this version.
 *
 * @see docs/decisions/064-a-list-walks-or-sorts.md
 */
import { nameOrder } from '#lib/resources/name-order.ts';
import { BUILT_IN_ROLES } from '#lib/resources/built-in-roles.ts';
import type { ResourceType } from '#lib/resources/define.ts';
import { RESOURCES } from '#lib/resources/index.ts';
import { ORDERS, type DerivedOrder } from '#lib/store/tables/folded.ts';
import { accessEvents } from './access.ts';
import { keepingNames } from './bound-as.ts';
import { countAll } from './counted.ts';
import type { Dialect } from './dialect.ts';
import type { Keeper, Trigger } from './keeper.ts';
import { rowsOf, type Plan } from './plan.ts';

export interface Triggers {
  /** Selects the name of each that there is, and its mark. */
  known: string;
  /** The mark of a trigger, by which an outdated one is found. */
  markOf(trigger: Trigger): string;
  create(trigger: Trigger): string[];
  drop(name: string): string;
  /** Where the body of a trigger begins that refuses a change of rights beside the writes of others. */
  alone: string;
  /** Those that keep the tallies of a table. */
  counting(type: ResourceType): Trigger[];
  /**
   * Those that empty a column which follows from another one, where a program that does not know it changes
   * only the other. None on an engine that one process has alone.
   */
  forgetting(order: DerivedOrder): Trigger[];
}

/**
 * A number that grows with every change of access. Values about a caller can be cached until then,
 * whichever process makes the change.
 */
const accessBy = (dialect: Dialect, { alone }: Triggers): Keeper => ({
  triggers: accessEvents(dialect).map(([name, when]) => ({
    name,
    when,
    body: `${alone}UPDATE "AccessRevision" SET "value" = "value" + 1;`,
  })),
  refill: [
    `INSERT INTO "AccessRevision" ("id", "value") VALUES (1, 1)
     ON CONFLICT ("id") DO UPDATE SET "value" = "AccessRevision"."value" + 1`,
  ],
});

/** In one transaction, with no other one that writes. Changes nothing that is of this version. */
export function* deriveAll(dialect: Dialect, engine: Triggers): Plan<void> {
  yield* seedBuiltInRoles(dialect);
  const rows = yield* rowsOf<{ name: string; mark: string | null }>(engine.known);
  const known = new Map(rows.map(({ name, mark }) => [name, mark]));
  const tallies = RESOURCES.map(({ type }): Keeper => ({
    triggers: engine.counting(type),
    refill: countAll(dialect, type),
  }));
  // Two names may have one other form, but each has an order of its own.
  const orders = ORDERS.filter(({ form }) => form === 'Order').map((order): Keeper => ({
    triggers: engine.forgetting(order),
    refill: [],
  }));
  for (const { triggers, refill } of [
    ...tallies,
    ...orders,
    accessBy(dialect, engine),
    keepingNames(dialect),
  ]) {
    if (triggers.every((one) => known.get(one.name) === engine.markOf(one))) continue;
    const drops = triggers.map(({ name }) => engine.drop(name));
    const all = [...drops, ...refill, ...triggers.flatMap((one) => engine.create(one))];
    for (const sql of all) yield { sql, params: [] };
  }
}

/** Changes nothing that is of this version. */
export function* seedBuiltInRoles({ jsonText }: Dialect): Plan<void> {
  const texts = [jsonText('r."capabilities"'), jsonText('excluded."capabilities"')];
  const sql = `INSERT INTO "Role" AS r ("uid", "parent", "name", "description", "capabilities",
      "createTime", "updateTime", "revision", "nameOrder")
    VALUES (?, NULL, ?, ?, ?, ?, ?, 1, ?)
    ON CONFLICT ("uid") DO UPDATE SET "description" = excluded."description",
      "capabilities" = excluded."capabilities", "updateTime" = excluded."updateTime",
      "revision" = r."revision" + 1
    WHERE r."description" <> excluded."description" OR ${texts.join(' <> ')}`;
  const now = Date.now();
  for (const role of BUILT_IN_ROLES) {
    const { uid, name, description } = role;
    const capabilities = JSON.stringify(role.capabilities);
    yield { sql, params: [uid, name, description, capabilities, now, now, nameOrder(name)] };
  }
}
