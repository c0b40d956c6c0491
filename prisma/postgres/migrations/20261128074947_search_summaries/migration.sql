-- AlterTable
ALTER TABLE "Advisory" ADD COLUMN "summaryFolded" TEXT;
