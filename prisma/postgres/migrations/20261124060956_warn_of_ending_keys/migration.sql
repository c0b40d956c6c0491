-- AlterTable
ALTER TABLE "IdentityKey" ADD COLUMN     "makerIdentities" JSON,
ADD COLUMN     "warnedDays" INTEGER;
