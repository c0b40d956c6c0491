/** Random lists that a caller may request. */
import type { Random } from '../../cli/demo/random.ts';
import type { Filter, ResourceDefinition, ResourceType } from '#lib/resources/define.ts';
import type { Question } from './expected.ts';
import type { Row } from './statements.ts';
import type { World } from './world.ts';

type Given = [name: string, value: string];

const MOST_VALUES = 3;

/** The maximum of a walk. */
export const PAGES = 12;
export const PAGE_SIZES = [1, 7, 50, 200];

/** A row below the group if there is one near a random place, else any; none for an empty table. */
export function someRow(
  { statements }: World,
  random: Random,
  type: ResourceType,
  group: string,
): Row | undefined {
  const near = `SELECT * FROM "${type}" WHERE "uid" > ? AND "uid" < ? ORDER BY "uid" LIMIT 1`;
  const last = statements.count(`SELECT max("rowid") FROM "${type}"`);
  const any = `SELECT * FROM "${type}" WHERE "rowid" >= ? ORDER BY "rowid" LIMIT 1`;
  return (
    statements.row(near, `${group}/${random.hex(16)}`, `${group}0`) ??
    statements.row(any, random.int(1, last))
  );
}

/** Filters that match the row; null if it has nothing to filter by. */
function valueFor(random: Random, filter: Filter, row: Row): string | null {
  switch (filter.kind) {
    case 'since':
    case 'until':
      return new Date(Number(row[filter.column])).toISOString();
    case 'isSet':
    case 'differs':
    case 'daysAgo':
    case 'withinDays':
    case 'secondFactor':
    case 'inEffect':
    case 'isPast':
    case 'activeAt':
      return null;
    case 'alias':
      return (JSON.parse(String(row['aliases'])) as string[])[0] ?? null;
    case 'search': {
      const text = String(row[random.pick(filter.columns)]);
      const [words = ''] = /[A-Za-z0-9][A-Za-z0-9 -]*/.exec(text) ?? [];
      return words.slice(0, random.int(2, 12)).trim() || null;
    }
    case 'oneOf': {
      const stored = row[filter.column];
      const [name] =
        Object.entries(filter.values ?? {}).find(([, value]) => value === stored) ?? [];
      return filter.values === undefined ? String(stored) : (name ?? null);
    }
    case 'party':
      return null;
    default: {
      const value = row[filter.column] ?? null;
      return value === null ? null : String(value);
    }
  }
}

function columnFilters(
  world: World,
  random: Random,
  definition: ResourceDefinition,
  group: string,
): Given[] {
  const [name, filter] = random.pick(Object.entries(definition.filters));
  const isRepeated =
    filter.kind === 'oneOf' ||
    filter.kind === 'alias' ||
    (filter.kind === 'uid' && filter.isRepeated);
  const count = isRepeated === true ? random.int(1, MOST_VALUES) : 1;
  return Array.from({ length: count }, (): Given[] => {
    const row = someRow(world, random, definition.type, group);
    const value = row === undefined ? null : valueFor(random, filter, row);
    return value === null ? [] : [[name, value]];
  }).flat();
}

/** The part of the tree, by the name of the filter. */
function place(
  world: World,
  random: Random,
  definition: ResourceDefinition,
  group: string,
): Given[] {
  const name = random.weighted({
    '': 2,
    descendants_of: 6,
    children_of: 3,
    ancestors_of: 1,
    in_root: 1,
    ids: 1,
  });
  if (name === '') return [];
  if (name === 'in_root') return [[`uidp.${name}`, 'true']];
  const row = () => someRow(world, random, definition.type, group);
  if (name === 'ids') {
    return Array.from({ length: random.int(1, 20) }, () => String(row()?.['uid'] ?? group))
      .filter((uid, index, all) => all.indexOf(uid) === index)
      .map((uid): Given => [`uidp.${name}`, uid]);
  }
  const parent = String(row()?.['parent'] ?? '');
  // A group that is not empty, because otherwise most results are empty.
  const isOfRow = name === 'descendants_of' ? random.chance(0.3) : random.chance(0.8);
  return [[`uidp.${name}`, isOfRow && parent !== '' ? parent : group]];
}

export function anyOrder(random: Random, { orders }: ResourceDefinition): Question['order'] {
  return { field: random.pick(Object.keys(orders)), descending: random.chance(0.5) };
}

export function askAtRandom(
  world: World,
  random: Random,
  definition: ResourceDefinition,
): Question {
  const group = world.group(random);
  const filters = place(world, random, definition, group);
  if (Object.keys(definition.filters).length > 0 && random.chance(0.3)) {
    filters.push(...columnFilters(world, random, definition, group));
  }
  return { definition, filters, order: anyOrder(random, definition) };
}
