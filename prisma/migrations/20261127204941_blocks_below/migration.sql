-- AlterTable
ALTER TABLE "Identity" ADD COLUMN "blockedBy" TEXT;
ALTER TABLE "Identity" ADD COLUMN "blockedGroup" TEXT;
