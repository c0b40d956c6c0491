/** Prisma Client, as far as it is used of both engines, whose generated types differ. */
import type { TableName } from '#lib/resources/rows.ts';
import type { Values } from '#lib/store/sql/plan.ts';

/** What Prisma generates for a table. */
export interface Model {
  findMany(query: object): PromiseLike<Values[]>;
  count(query: object): PromiseLike<number>;
  create(query: object): PromiseLike<Values>;
  upsert(query: object): PromiseLike<Values>;
  update(query: object): PromiseLike<Values>;
  updateMany(query: object): PromiseLike<{ count: number }>;
  deleteMany(query: object): PromiseLike<{ count: number }>;
  readonly fields: object;
}

type Models = { readonly [Table in TableName as Uncapitalize<Table>]: Model };

/** Prisma Client, or one of its transactions. */
export interface Handle extends Models {
  $queryRawUnsafe(sql: string, ...params: readonly unknown[]): PromiseLike<unknown>;
  $executeRawUnsafe(sql: string, ...params: readonly unknown[]): PromiseLike<number>;
}

/** Both in milliseconds. */
export interface Waits {
  maxWait: number;
  timeout: number;
}

export interface Client {
  /** For single calls. */
  handle: Handle;
  transaction<T>(work: (handle: Handle) => Promise<T>, waits: Waits): Promise<T>;
  /** A transaction that sees one state, and writes nothing. */
  snapshot<T>(work: (handle: Handle) => Promise<T>, waits: Waits): Promise<T>;
  close(): Promise<void>;
}

/** What Prisma generates for an engine. */
export interface Generated extends Handle {
  $transaction<T>(work: (handle: Handle) => Promise<T>, options: object): Promise<T>;
  $disconnect(): Promise<void>;
}

/**
 * @param isolationLevel of whatever writes.
 * @param close closes the connections.
 */
export const clientOf = (
  prisma: Generated,
  isolationLevel: string,
  close: () => Promise<void>,
): Client => ({
  handle: prisma,
  transaction: (work, waits) => prisma.$transaction(work, { ...waits, isolationLevel }),
  snapshot: (work, waits) => prisma.$transaction(work, waits),
  async close() {
    await prisma.$disconnect();
    await close();
  },
});

export function modelOf(handle: Handle, table: TableName): Model {
  const [first = '', ...rest] = table;
  return handle[`${first.toLowerCase()}${rest.join('')}` as Uncapitalize<TableName>];
}
