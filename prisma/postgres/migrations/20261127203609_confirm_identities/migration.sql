-- AlterTable
ALTER TABLE "Identity" ADD COLUMN     "matchesAnyAccount" BOOLEAN,
ADD COLUMN     "unconfirmedTime" BIGINT;

-- What matches accounts of other organizations today keeps on matching them.
UPDATE "Identity" SET "matchesAnyAccount" = true WHERE "issuer" IS NULL OR "subject" IS NULL;
