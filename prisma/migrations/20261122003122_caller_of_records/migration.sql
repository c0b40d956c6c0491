ALTER TABLE "AuditEvent" ADD COLUMN "issuer" TEXT NOT NULL DEFAULT '';
ALTER TABLE "AuditEvent" ADD COLUMN "subject" TEXT NOT NULL DEFAULT '';
ALTER TABLE "Session" ADD COLUMN "claims" JSONB;
ALTER TABLE "Session" ADD COLUMN "provider" TEXT;
-- Their claims were never stored, so nobody could say whom these sessions match.
DELETE FROM "Session";
CREATE INDEX "Session_provider_idx" ON "Session"("provider");
