/** The writes of rows through Prisma Client, beside the reads. */
import type { ResourceType } from '#lib/resources/define.ts';
import type { ColumnOf, Columns, RowOf, TableName, Tables } from '#lib/resources/rows.ts';
import type { Transaction } from '#lib/store/handles.ts';
import { requireRoom } from '#lib/store/limits/room.ts';
import { is } from '#lib/store/predicates.ts';
import type { Predicate } from '#lib/store/predicates.ts';
import { MAX_ACTIVE_TAGS } from '#lib/store/registry/repositories.ts';
import { insertAliases, replaceAliases } from '#lib/store/sql/aliases.ts';
import { insertRows, updateRows } from '#lib/store/sql/bulk.ts';
import { numbered } from '#lib/store/sql/dialect.ts';
import type { Part } from '#lib/store/sql/plan.ts';
import { COLUMNS } from '#lib/store/tables/columns.ts';
import { modelOf } from './client.ts';
import { PrismaReads } from './reads.ts';
import { foundRow, givenRow, includedIn } from './values.ts';

/** The group that contains a new row; '' for a root group, and for tables without groups. */
const parentOf = (row: object) => ('parent' in row ? String(row.parent ?? '') : '');

const uidsOf = (rows: readonly object[]) => rows.map((row) => String(Reflect.get(row, 'uid')));

/** Raises the revision, where rows have one. */
const raised = (type: ResourceType) =>
  'revision' in COLUMNS[type] ? { revision: { increment: 1 } } : {};

export class PrismaTransaction extends PrismaReads implements Transaction {
  async insert<Type extends ResourceType>(
    type: Type,
    columns: Columns<Type>,
  ): Promise<RowOf<Type>> {
    await requireRoom(this, type, [parentOf(columns)]);
    const { dialect, ask } = this.source;
    const query = { data: givenRow(dialect, type, columns), include: includedIn(type) };
    const row = await ask((handle) => modelOf(handle, type).create(query));
    if (type === 'Advisory') await this.#execute(insertAliases(dialect, uidsOf([columns])));
    return foundRow(dialect, type, row);
  }

  async insertAll<Table extends TableName>(
    table: Table,
    rows: readonly Tables[Table][],
  ): Promise<void> {
    if (rows.length === 0) return;
    await requireRoom(this, table, rows.map(parentOf));
    const { dialect } = this.source;
    await this.#execute(insertRows(dialect, table, rows));
    if (table === 'Advisory') await this.#execute(insertAliases(dialect, uidsOf(rows)));
  }

  async put<Table extends 'Setting' | 'Attempt' | 'ChainHead'>(
    table: Table,
    row: RowOf<Table>,
  ): Promise<void> {
    const { dialect, ask } = this.source;
    const values = givenRow(dialect, table, row);
    const key = table === 'ChainHead' ? 'chain' : 'key';
    const query = { where: { [key]: values[key] }, create: values, update: values };
    await ask((handle) => modelOf(handle, table).upsert(query));
  }

  async update<Type extends ResourceType>(
    type: Type,
    uid: string,
    columns: Columns<Type>,
  ): Promise<RowOf<Type>> {
    const { dialect, ask } = this.source;
    const data = { ...givenRow(dialect, type, columns), ...raised(type) };
    const query = { where: { uid }, data, include: includedIn(type) };
    const row = await ask((handle) => modelOf(handle, type).update(query));
    if (type === 'Advisory' && 'aliases' in columns) await this.#replaceAliases([uid]);
    return foundRow(dialect, type, row);
  }

  async updateEach<Type extends ResourceType>(
    type: Type,
    rows: readonly Tables[Type][],
    columns: readonly ColumnOf<Type>[],
  ): Promise<void> {
    if (rows.length === 0) return;
    await this.#execute(updateRows(this.source.dialect, type, rows, columns));
    const names: readonly string[] = columns;
    if (type === 'Advisory' && names.includes('aliases')) await this.#replaceAliases(uidsOf(rows));
  }

  updateAll<Type extends ResourceType>(
    type: Type,
    where: Predicate<ColumnOf<Type>>,
    columns: Columns<Type>,
  ): Promise<number> {
    return this.#updateMany(type, where, columns, raised(type));
  }

  note<Table extends TableName>(
    table: Table,
    where: Predicate<ColumnOf<Table>>,
    columns: Columns<Table>,
  ): Promise<number> {
    return this.#updateMany(table, where, columns);
  }

  async delete(type: ResourceType, uid: string): Promise<void> {
    if ((await this.deleteAll(type, is('uid', uid))) === 0) throw new Error('the row is gone');
  }

  async deleteAll<Table extends TableName>(
    table: Table,
    where: Predicate<ColumnOf<Table>>,
  ): Promise<number> {
    const { count } = await this.asked(table, where, (model, condition) =>
      model.deleteMany({ where: condition }),
    );
    return count;
  }

  /** An unchanged repository keeps its revision. */
  async refreshRepo(uid: string): Promise<void> {
    const repo = await this.get('Repo', uid);
    if (repo === null) return;
    const ofRepo = is('parent', uid) as Predicate<ColumnOf<'Tag'>>;
    const [last] = await this.find('Tag', ofRepo, { order: LAST_CHANGED, limit: 1 });
    const activeTags = await this.#activeTags(uid);
    const updateTime =
      last && last.updateTime > repo.updateTime ? last.updateTime : repo.updateTime;
    const isSame = JSON.stringify(activeTags) === JSON.stringify(repo.activeTags);
    if (isSame && updateTime === repo.updateTime) return;
    await this.update('Repo', uid, { activeTags, updateTime });
  }

  async #activeTags(uid: string): Promise<string[]> {
    const rows = await this.source.ask((handle) =>
      handle.tag.findMany({
        where: { parent: uid, deprecated: false },
        orderBy: [{ updateTime: 'desc' }, { name: 'asc' }],
        take: MAX_ACTIVE_TAGS,
        select: { name: true },
      }),
    );
    return rows.map(({ name }) => String(name));
  }

  async #updateMany(
    table: TableName,
    where: Predicate,
    columns: object,
    more: object = {},
  ): Promise<number> {
    // The affected rows are not known here, so their aliases could not follow.
    if (table === 'Advisory' && 'aliases' in columns) throw new Error('use updateEach for aliases');
    const data = { ...givenRow(this.source.dialect, table, columns), ...more };
    const { count } = await this.asked(table, where, (model, condition) =>
      model.updateMany({ where: condition, data }),
    );
    return count;
  }

  async #replaceAliases(uids: readonly string[]): Promise<void> {
    for (const part of replaceAliases(this.source.dialect, uids)) await this.#execute(part);
  }

  async #execute({ sql, params }: Part): Promise<void> {
    const text = numbered(this.source.dialect, sql);
    await this.source.ask((handle) => handle.$executeRawUnsafe(text, ...params));
  }
}

const LAST_CHANGED = { column: 'updateTime', descending: true } as const;
