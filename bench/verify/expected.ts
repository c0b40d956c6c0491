/**
 * The expected results of lists, by plain SQL: filters and sorts all rows for each query. It shares
 * nothing with the code that it checks.
 */
import { capabilityOf, FAMILIES, ownOf } from '../../e2e/api/properties/model.ts';
import { entryOf } from '#lib/resources/catalog.ts';
import type { ResourceType } from '#lib/resources/catalog.ts';
import { collectionPath } from '#lib/resources/define.ts';
import type { Filter, ResourceDefinition } from '#lib/resources/define.ts';
import type { Statements, Value } from './statements.ts';

export interface Question {
  definition: ResourceDefinition;
  /** Filters as in the query, repeated ones one by one. */
  filters: readonly (readonly [name: string, value: string])[];
  order: { field: string; descending: boolean };
}

interface Clause {
  sql: string;
  params: Value[];
}

/** The path with everything except the paging parameters. */
export function pathOf({ definition, filters, order }: Question): string {
  const query = new URLSearchParams(filters.map(([name, value]) => [name, value]));
  query.set('order_by', `${order.field}${order.descending ? ' desc' : ''}`);
  return `${collectionPath(definition)}?${query}`;
}

function anyOf(clauses: readonly Clause[]): Clause {
  return {
    sql: clauses.map(({ sql }) => `(${sql})`).join(' OR ') || '0',
    params: clauses.flatMap(({ params }) => params),
  };
}

function allOf(clauses: readonly Clause[]): Clause {
  return {
    sql: clauses.map(({ sql }) => `(${sql})`).join(' AND '),
    params: clauses.flatMap(({ params }) => params),
  };
}

function isIn(column: string, values: readonly Value[]): Clause {
  return anyOf(values.map((value) => ({ sql: `t."${column}" = ?`, params: [value] })));
}

/** '0' is the character after '/'. */
function below(uid: string): Clause {
  return { sql: `t."uid" > ? AND t."uid" < ?`, params: [`${uid}/`, `${uid}0`] };
}

function hierarchy(type: string, name: string, values: readonly string[]): Clause {
  const [value = ''] = values;
  switch (name) {
    case 'uidp.descendants_of':
      return below(value);
    case 'uidp.children_of':
      return isIn('parent', [value]);
    case 'uidp.ancestors_of': {
      const above = value.split('/').map((_, depth, all) => all.slice(0, depth).join('/'));
      return isIn(type === 'Group' ? 'uid' : 'parent', above.slice(1));
    }
    case 'uidp.in_root':
      return type === 'Group'
        ? isIn('parent', [''])
        : { sql: `t."parent" NOT LIKE '%/%' AND t."parent" <> ''`, params: [] };
    default:
      return isIn('uid', values);
  }
}

function columnFilter(filter: Filter, values: readonly string[]): Clause {
  const [value = ''] = values;
  switch (filter.kind) {
    case 'since':
      return { sql: `t."${filter.column}" >= ?`, params: [Date.parse(value)] };
    case 'until':
      return { sql: `t."${filter.column}" < ?`, params: [Date.parse(value)] };
    case 'oneOf': {
      const stored = values.map((name) => filter.values?.[name] ?? name);
      return isIn(filter.column, stored);
    }
    case 'alias':
      return anyOf(
        values.map((alias) => ({ sql: `t."aliases" LIKE ?`, params: [`%"${alias}"%`] })),
      );
    case 'search': {
      const columns = [...filter.columns, ...(filter.aliases === true ? ['aliases'] : [])];
      return anyOf(
        columns.map((column) => ({ sql: `t."${column}" LIKE ?`, params: [`%${value}%`] })),
      );
    }
    case 'isSet':
    case 'differs':
    case 'daysAgo':
    case 'withinDays':
    case 'secondFactor':
    case 'inEffect':
    case 'isPast':
    case 'activeAt':
    case 'timedState':
    case 'party':
      throw new Error(`no question filters by ${filter.kind}`);
    default:
      return isIn(filter.column, values);
  }
}

export class Expected {
  readonly #statements: Statements;

  constructor(statements: Statements) {
    this.#statements = statements;
  }

  total(question: Question, identities: readonly string[]): number {
    const { sql, params } = this.#where(question, identities);
    const from = `FROM "${question.definition.type}" AS t WHERE ${sql}`;
    return this.#statements.count(`SELECT count(*) ${from}`, ...params);
  }

  /** The uids of a part of the list; no index helps to sort it. */
  uids(
    question: Question,
    identities: readonly string[],
    { skip, limit }: { skip: number; limit: number },
  ): string[] {
    const { definition, order } = question;
    const { sql, params } = this.#where(question, identities);
    const column = definition.orders[order.field] ?? 'uid';
    const direction = order.descending ? 'DESC' : 'ASC';
    return this.#statements.column(
      `SELECT t."uid" FROM "${definition.type}" AS t WHERE ${sql}
       ORDER BY +t."${column}" ${direction}, +t."uid" ${direction} LIMIT ? OFFSET ?`,
      ...params,
      limit,
      skip,
    );
  }

  #where({ definition, filters }: Question, identities: readonly string[]): Clause {
    const given = Map.groupBy(filters, ([name]) => name);
    const clauses = [...given].map(([name, pairs]) => {
      const values = pairs.map(([, value]) => value);
      const filter = definition.filters[name];
      if (filter === undefined) return hierarchy(definition.type, name, values);
      return columnFilter(filter, values);
    });
    const all = [this.#visible(definition.type, identities), ...clauses];
    return allOf(all);
  }

  /** Bindings, their roles' capabilities and everything at or below their groups, one by one. */
  #visible(type: string, identities: readonly string[]): Clause {
    const seen = this.#within(type, identities);
    if (type !== 'SavedView') return seen;
    const shown = Object.keys(FAMILIES).map((listed) =>
      allOf([
        isIn('collection', [entryOf(listed as ResourceType).collection]),
        this.#within(listed, identities),
      ]),
    );
    return allOf([seen, isIn('owner', ['', ownOf(identities)]), anyOf(shown)]);
  }

  #within(type: string, identities: readonly string[]): Clause {
    const groups = this.#statements.column(
      `SELECT b."parent" FROM "RoleBinding" AS b JOIN "Role" AS r ON r."uid" = b."roleUid"
       WHERE b."identityUid" IN (SELECT "value" FROM json_each(?)) AND EXISTS
       (SELECT 1 FROM json_each(r."capabilities") AS c WHERE c."value" = ?)`,
      JSON.stringify(identities),
      capabilityOf(type, 'list'),
    );
    const seen = groups.flatMap((uid) => [isIn('uid', [uid]), below(uid)]);
    if (type === 'Role') seen.push({ sql: `t."parent" IS NULL`, params: [] });
    return anyOf(seen);
  }
}
