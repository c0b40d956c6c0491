/** Prisma Client, as far as it is used of both engines, whose generated types differ. */
import type { TableName } from '#lib/resources/rows.ts';
import type { Values } from '#lib/store/sql/plan.ts';

/** What Prisma generates for a table. */
export interface Model {
  create(query: object): PromiseLike<Values>;
  upsert(query: object): PromiseLike<Values>;
  update(query: object): PromiseLike<Values>;
}

type Models = { readonly [Table in TableName as Uncapitalize<Table>]: Model };

/** A transaction of Prisma Client. */
export interface Handle extends Models {
  $executeRawUnsafe(sql: string, ...params: readonly unknown[]): PromiseLike<number>;
}

export interface Client {
  /** @param waits in milliseconds. */
  $transaction<T>(
    work: (handle: Handle) => Promise<T>,
    waits: { maxWait: number; timeout: number },
  ): Promise<T>;
  $disconnect(): Promise<void>;
}

export function modelOf(handle: Handle, table: TableName): Model {
  const [first = '', ...rest] = table;
  return handle[`${first.toLowerCase()}${rest.join('')}` as Uncapitalize<TableName>];
}
