/** The access revision of a file, as one connection that only reads finds it. */
import { selectAccessRevision } from '#lib/store/sql/access.ts';
import { rowOf, type Plan } from '#lib/store/sql/plan.ts';
import { dialect } from './dialect.ts';

const COUNTER = 'SELECT "value" FROM "AccessRevision"';

const next = (column: string) =>
  `(SELECT min("${column}") FROM "RoleBinding" WHERE "${column}" > CAST(? AS bigint))`;

const NEXT = `SELECT min(coalesce(${next('startTime')}, 9e15), coalesce(${next('expirationTime')}, 9e15)) AS "next"`;

/**
 * Every request asks for it. Between two instants at which a binding begins or ends, the counter alone says whether it is
 * another one.
 */
export function keptRevision(): () => Plan<string> {
  let kept = { counter: -1, text: '', from: 0, until: 0 };
  return function* revision() {
    const counter = (yield* rowOf<{ value: number }>(COUNTER))?.value ?? 0;
    const now = Date.now();
    if (counter === kept.counter && now >= kept.from && now < kept.until) return kept.text;
    const text = yield* selectAccessRevision(dialect);
    const row = yield* rowOf<{ next: number }>(NEXT, [now, now]);
    kept = { counter, text, from: now, until: row?.next ?? 0 };
    return text;
  };
}
