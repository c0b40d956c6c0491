/** What the record says, one event at a time: a record, and those behind it that it stands for. */
import { IMPORTED, SYNCED } from '#lib/resources/event-types.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import { all, atLeast, is, isIn, moreThan, type Predicate } from '#lib/store/predicates.ts';
import { committed } from '#lib/store/store.ts';

type Record = RowOf<'AuditEvent'>;

export interface EventPlace {
  /** The root group of the organization. */
  chain: string;
  /** Of the record. */
  sequence: number;
  /** Among the events of one record; 0 for the record itself. */
  nth: number;
}

/** A record, or one of the events that it stands for: with the resource of that, and without states. */
export type Fact = Record & { nth: number };

/** How far somebody has read: a record as a whole, and so many events of the next one. */
export interface Reached {
  /** The root group of the organization. */
  chain: string;
  sequence: number;
  taken: number;
}

/** The types of the records that stand for others. */
export const TYPES_WITH_ROWS: readonly string[] = [IMPORTED.id, SYNCED.id];

/** Events of one record that are read at a time. */
const AT_A_TIME = 200;

export const reachedBy = ({ chain, sequence, nth }: EventPlace): Reached => ({
  chain,
  sequence: sequence - 1,
  taken: nth + 1,
});

/** Whether the first is not before the second. */
export const isAsFar = (a: Omit<Reached, 'chain'>, b: Omit<Reached, 'chain'>): boolean =>
  a.sequence === b.sequence ? a.taken >= b.taken : a.sequence > b.sequence;

/** Whether somebody has read an event. */
export const isRead = ({ sequence, nth }: Fact, by: Omit<Reached, 'chain'>): boolean =>
  isAsFar(by, { sequence: (sequence ?? 0) - 1, taken: nth + 1 });

const rowsOf = ({ chain, sequence }: Pick<Record, 'chain' | 'sequence'>) =>
  all(is('chain', chain), is('sequence', sequence));

const factOf = (record: Record, row: RowOf<'EventRow'>): Fact => ({
  ...record,
  type: row.type,
  resource: row.subject,
  count: row.count,
  nth: row.nth,
  before: null,
  after: null,
});

/** @param subject of the only ones to read; all if absent. */
async function* factsOf(record: Record, taken: number, subject?: string): AsyncGenerator<Fact> {
  if (taken === 0) yield { ...record, nth: 0 };
  if (!TYPES_WITH_ROWS.includes(record.type)) return;
  const order = { column: 'nth', descending: false } as const;
  const chosen = subject === undefined ? [] : [is('subject', subject)];
  let from = taken;
  let found: RowOf<'EventRow'>[];
  do {
    const where = all(rowsOf(record), atLeast('nth', from), ...chosen);
    found = await committed.find('EventRow', where, { order, limit: AT_A_TIME });
    for (const row of found) yield factOf(record, row);
    from = (found.at(-1)?.nth ?? 0) + 1;
  } while (found.length === AT_A_TIME);
}

interface Wanted {
  limit: number;
  isWanted?: (fact: Fact) => boolean;
  subject?: string | undefined;
}

/** Facts in their order, and how far they come. `isCut`: there are more of the same records. */
export interface Facts {
  facts: Fact[];
  reached: Reached;
  isCut: boolean;
}

/** @param records in their order, the first of which may be read in part. */
export async function factsAmong(
  records: readonly Record[],
  from: Reached,
  { limit, isWanted = () => true, subject }: Wanted,
): Promise<Facts> {
  const facts: Fact[] = [];
  let reached = from;
  for (const record of records) {
    const sequence = record.sequence ?? 0;
    const taken = sequence === from.sequence + 1 ? from.taken : 0;
    for await (const fact of factsOf(record, taken, subject)) {
      if (facts.length === limit) {
        return {
          facts,
          reached: { ...from, sequence: sequence - 1, taken: fact.nth },
          isCut: true,
        };
      }
      if (isWanted(fact)) facts.push(fact);
    }
    reached = { ...from, sequence, taken: 0 };
  }
  return { facts, reached, isCut: false };
}

/** The facts after those that are read, whoever sees them: at most `limit`, and fewer where they are large. */
export async function factsAfter(
  from: Reached,
  limit: number,
  ...where: readonly Predicate<keyof Record>[]
): Promise<Facts> {
  const records = await committed.inOrder(
    'AuditEvent',
    all(is('chain', from.chain), moreThan('sequence', from.sequence), ...where),
    { column: 'sequence', descending: false },
    limit,
  );
  const found = await factsAmong(records, from, { limit });
  return { ...found, isCut: found.isCut || records.length === limit };
}

/** The facts at places, of records that were read. */
export async function factsAt(
  places: readonly EventPlace[],
  records: readonly Record[],
): Promise<Fact[]> {
  const bySequence = new Map(records.map((record) => [record.sequence, record]));
  const known = places.filter(({ sequence }) => bySequence.has(sequence));
  const behind = known.filter(({ nth }) => nth > 0);
  const [first] = behind;
  const where = all(
    is('chain', first?.chain ?? ''),
    isIn('sequence', [...new Set(behind.map(({ sequence }) => sequence))]),
    isIn('nth', [...new Set(behind.map(({ nth }) => nth))]),
  );
  const rows = first === undefined ? [] : await committed.rows('EventRow', where);
  const byPlace = new Map(rows.map((row) => [`${row.sequence} ${row.nth}`, row]));
  return known.flatMap(({ sequence, nth }) => {
    const record = bySequence.get(sequence);
    if (record === undefined) return [];
    if (nth === 0) return [{ ...record, nth }];
    const row = byPlace.get(`${sequence} ${nth}`);
    return row === undefined ? [] : [factOf(record, row)];
  });
}

/** The number of the last event behind a record. */
export async function lastNth(chain: string, sequence: number): Promise<number> {
  const order = { column: 'nth', descending: true } as const;
  const where = rowsOf({ chain, sequence });
  return (await committed.find('EventRow', where, { order, limit: 1 }))[0]?.nth ?? 0;
}
