/** Prisma Client, as far as it is used of both engines, whose generated types differ. */
import type { TableName } from '#lib/resources/rows.ts';
import type { Values } from '#lib/store/sql/plan.ts';

/** What Prisma generates for a table. */
export interface Model {
  findMany(query: object): PromiseLike<Values[]>;
  count(query: object): PromiseLike<number>;
  create(query: object): PromiseLike<Values>;
  upsert(query: object): PromiseLike<unknown>;
  updateMany(query: object): PromiseLike<{ count: number }>;
  updateManyAndReturn(query: object): PromiseLike<Values[]>;
  deleteMany(query: object): PromiseLike<{ count: number }>;
  readonly fields: object;
}

type Models = { readonly [Table in TableName as Uncapitalize<Table>]: Model };

/** Prisma Client, or one of its transactions. */
export interface Handle extends Models {
  $queryRawUnsafe(sql: string, ...params: readonly unknown[]): PromiseLike<unknown>;
  $executeRawUnsafe(sql: string, ...params: readonly unknown[]): PromiseLike<number>;
}

export interface Client extends Handle {
  /**
   * @param options waits in milliseconds, and a level for whoever writes. Without one the transaction
   *   sees one state, and writes nothing.
   */
  $transaction<T>(
    work: (handle: Handle) => Promise<T>,
    options: { maxWait: number; timeout: number; isolationLevel?: string },
  ): Promise<T>;
  $disconnect(): Promise<void>;
}

export function modelOf(handle: Handle, table: TableName): Model {
  const [first = '', ...rest] = table;
  return handle[`${first.toLowerCase()}${rest.join('')}` as Uncapitalize<TableName>];
}
