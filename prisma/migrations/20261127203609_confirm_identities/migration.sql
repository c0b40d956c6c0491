-- AlterTable
ALTER TABLE "Identity" ADD COLUMN "matchesAnyAccount" BOOLEAN;
ALTER TABLE "Identity" ADD COLUMN "unconfirmedTime" DATETIME;

-- What matches accounts of other organizations today keeps on matching them.
UPDATE "Identity" SET "matchesAnyAccount" = true WHERE "issuer" IS NULL OR "subject" IS NULL;
