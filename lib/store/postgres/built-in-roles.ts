import type { Client } from 'pg';
import { BUILT_IN_ROLES } from '#lib/resources/built-in-roles.ts';

/** Updates the built-in roles of the database to this version, and writes only differences. */
export async function seedBuiltInRoles(client: Client): Promise<void> {
  for (const { uid, name, description, capabilities } of BUILT_IN_ROLES) {
    await client.query(
      `INSERT INTO "Role" AS r ("uid", "parent", "name", "description", "capabilities",
         "createTime", "updateTime", "revision")
       VALUES ($1, NULL, $2, $3, $4, $5, $5, 1)
       ON CONFLICT ("uid") DO UPDATE SET "description" = excluded."description",
         "capabilities" = excluded."capabilities", "updateTime" = excluded."updateTime",
         "revision" = r."revision" + 1
       WHERE r."description" <> excluded."description"
         OR r."capabilities"::text <> excluded."capabilities"::text`,
      [uid, name, description, JSON.stringify(capabilities), Date.now()],
    );
  }
}
