/** Advisories whose artifact or component is written in several ways. */
import type { Spelled } from '#lib/store/handles.ts';
import { rowsOf, type Plan } from './plan.ts';

/** Roughly: without the case and the signs that make no other package. */
const FORM = `lower(replace(replace(replace("componentName", '-', ''), '_', ''), '.', ''))`;

const SPELLED = `SELECT "parent", "advisoryId", "artifactNameAlike" AS "form" FROM "Advisory"
  GROUP BY "parent", "advisoryId", "artifactNameAlike"
  HAVING min("artifactName") <> max("artifactName")
    OR count(DISTINCT "componentName") > count(DISTINCT ${FORM})`;

/** All that may be of one package, and others. It reads every advisory. */
export function* selectSpelled(): Plan<Spelled[]> {
  return [...(yield* rowsOf<Spelled>(SPELLED))];
}
