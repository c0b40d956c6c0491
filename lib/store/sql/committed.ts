/**
 * The reads of committed rows. Lists, gets and what access follows from are prepared statements, which
 * take a tenth of what Prisma needs; the others are Prisma's.
 *
 * @see docs/decisions/068-prisma-writes.md
 */
import type { Capability } from '#lib/resources/capabilities.ts';
import type { ResourceType } from '#lib/resources/define.ts';
import type { ColumnOf, RowOf } from '#lib/resources/rows.ts';
import type { Asker, Committed, Grant, KeyLimits, Page, PageQuery } from '#lib/store/handles.ts';
import type { Predicate } from '#lib/store/predicates.ts';
import { PrismaReads } from '#lib/store/prisma/reads.ts';
import type { Source } from '#lib/store/prisma/reads.ts';
import { selectChains } from './chain.ts';
import type { Dialect } from './dialect.ts';
import { readPage, readPageRows } from './page.ts';
import { rowsOf } from './plan.ts';
import type { Plan, Runner } from './plan.ts';
import { selectUids } from './select.ts';

/** What statements are prepared for and run by. */
export interface Prepared {
  dialect: Dialect;
  runner: Runner;
}

export class CommittedReads extends PrismaReads implements Committed {
  readonly prepared: Prepared;

  constructor(source: Omit<Source, 'runner'>, prepared: Prepared) {
    super({ ...source, runner: prepared.runner });
    this.prepared = prepared;
  }

  override uids<Type extends ResourceType>(
    type: Type,
    where: Predicate,
    column: ColumnOf<Type>,
    _asker?: Asker,
  ): Promise<string[]> {
    const { dialect, runner } = this.prepared;
    return runner.run(() => selectUids(dialect, type, where, column));
  }

  page<Type extends ResourceType>(
    type: Type,
    query: PageQuery,
    _asker?: Asker,
  ): Promise<Page<RowOf<Type>>> {
    const { dialect, runner } = this.prepared;
    return runner.runAtOnce(() => readPage(dialect, type, query));
  }

  pageRows<Type extends ResourceType>(
    type: Type,
    query: PageQuery,
    _asker?: Asker,
  ): Promise<RowOf<Type>[]> {
    const { dialect, runner } = this.prepared;
    return runner.runAtOnce(() => readPageRows(dialect, type, query));
  }

  override grants(identities: readonly string[], limits?: KeyLimits): Promise<Grant[]> {
    const { dialect, runner } = this.prepared;
    return runner.run(() => selectGrants(dialect, identities, limits));
  }

  chains(): Promise<string[]> {
    return this.prepared.runner.run(selectChains);
  }
}

/** The part of the condition that leaves out what is not for a key. */
function forKey(limits?: KeyLimits): { sql: string; params: (string | number)[] } {
  if (limits === undefined) return { sql: '', params: [] };
  const [made, { home }] = [limits.made.getTime(), limits];
  const chosen = ` AND (b."providerUid" IS NULL AND b."byItself" IS NULL OR b."createTime" < ?)`;
  if (home === null) return { sql: chosen, params: [made] };
  const isHere = ` AND (substr(b."parent", 1, ?) = ? OR b."createTime" >= ?)`;
  return { sql: chosen + isHere, params: [made, home.length, home, made] };
}

function* selectGrants(
  dialect: Dialect,
  identities: readonly string[],
  limits?: KeyLimits,
): Plan<Grant[]> {
  const { sql, params } = forKey(limits);
  const rows = yield* rowsOf<{ group: string; capabilities: string }>(
    `SELECT b."parent" AS "group", r."capabilities" AS capabilities
     FROM ${dialect.listSource('i', 'text')}
     JOIN "RoleBinding" AS b ON b."identityUid" = i."value"
     JOIN "Role" AS r ON r."uid" = b."roleUid"
     WHERE b."unconfirmedTime" IS NULL${sql}`,
    [dialect.list(identities), ...params],
  );
  return rows.map(({ group, capabilities }) => ({
    group,
    capabilities: JSON.parse(capabilities) as Capability[],
  }));
}
