/**
 * What a role binding keeps of an identity of another organization. A trigger writes it, whatever
 * program makes the binding: an older one may do so during an upgrade.
 *
 * @see docs/decisions/062-what-naming-somebody-causes.md
 */
import type { BoundAs } from '#lib/resources/rows.ts';
import type { Dialect } from './dialect.ts';
import type { Keeper } from './keeper.ts';
import { ROOT_UID_LENGTH } from './where.ts';

const KEPT: readonly (keyof BoundAs)[] = ['name', 'description', 'subject', 'issuer', 'email'];

const rootOf = (column: string) => `substr(${column}, 1, ${ROOT_UID_LENGTH})`;

const whereElsewhere = (row: string) =>
  `${rootOf(`${row}"parent"`)} <> ${rootOf(`${row}"identityUid"`)}`;

export function keepingNames({ jsonObject }: Dialect): Keeper {
  const members = KEPT.map((column) => `'${column}', i."${column}"`).join(', ');
  const names = `(SELECT ${jsonObject}(${members}) FROM "Identity" AS i
      WHERE i."uid" = "RoleBinding"."identityUid")`;
  const update = `UPDATE "RoleBinding" SET "boundAs" = CASE WHEN ${whereElsewhere('')} THEN ${names} END`;
  const body = `${update}\n    WHERE "uid" = NEW."uid";`;
  return {
    triggers: [
      {
        name: 'bound_as_insert',
        when: `AFTER INSERT ON "RoleBinding" FOR EACH ROW
    WHEN (NEW."boundAs" IS NULL AND ${whereElsewhere('NEW.')})`,
        body,
      },
      {
        name: 'bound_as_update',
        when: `AFTER UPDATE OF "identityUid" ON "RoleBinding" FOR EACH ROW
    WHEN (NEW."identityUid" <> OLD."identityUid")`,
        body,
      },
    ],
    refill: [`${update} WHERE "boundAs" IS NULL AND ${whereElsewhere('')}`],
  };
}
