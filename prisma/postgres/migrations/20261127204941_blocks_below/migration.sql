-- AlterTable
ALTER TABLE "Identity" ADD COLUMN     "blockedBy" TEXT COLLATE "C",
ADD COLUMN     "blockedGroup" TEXT COLLATE "C";
