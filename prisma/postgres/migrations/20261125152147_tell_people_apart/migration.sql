-- AlterTable
ALTER TABLE "Identity" ADD COLUMN     "namesSince" BIGINT;

-- AlterTable
ALTER TABLE "RoleBinding" ADD COLUMN     "unconfirmedTime" BIGINT;

-- Bindings in other organizations that may have been misused: of an identity whose password signs in
-- while it names somebody else, and of one whose claim match has changed since, or that took the role
-- itself and whose claim match has ever changed.
UPDATE "RoleBinding" SET "unconfirmedTime" = (extract(epoch FROM now()) * 1000)::bigint
WHERE substr("parent", 1, 40) <> substr("identityUid", 1, 40) AND (
  EXISTS (
    SELECT 1 FROM "Account" AS a JOIN "Identity" AS i ON i."uid" = a."identityUid"
    WHERE a."identityUid" = "RoleBinding"."identityUid" AND (i."subject" IS NULL OR i."subject" <> i."uid")
  ) OR EXISTS (
    SELECT 1 FROM "AuditEvent" AS e
    WHERE e."resource" = "RoleBinding"."identityUid" AND e."type" = 'grove.iam.identity.updated.v1'
      AND (e."before" -> 'claimMatch')::text <> (e."after" -> 'claimMatch')::text
      AND ("RoleBinding"."byItself" IS NOT NULL OR e."createTime" > "RoleBinding"."createTime")
  )
);
