-- AlterTable
ALTER TABLE "IdentityKey" ADD COLUMN "makerIdentities" JSONB;
ALTER TABLE "IdentityKey" ADD COLUMN "warnedDays" INTEGER;
