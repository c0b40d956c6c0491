-- AlterTable
ALTER TABLE "IdentityKey" ADD COLUMN "atHome" BOOLEAN;
