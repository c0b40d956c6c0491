ALTER TABLE "GroupInvite" ADD COLUMN "makerIdentities" JSONB;

-- The audit log knows who made the invites that there are.
UPDATE "GroupInvite" SET "makerIdentities" = (
  SELECT "identities" FROM "AuditEvent"
  WHERE "resource" = "GroupInvite"."uid" AND "operation" = 'create' AND "result" = 'OK'
    AND json_array_length("identities") > 0
  LIMIT 1
);

ALTER TABLE "AuditEvent" ADD COLUMN "count" INTEGER NOT NULL DEFAULT 1;
