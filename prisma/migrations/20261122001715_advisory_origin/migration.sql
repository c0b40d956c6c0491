-- AlterTable
ALTER TABLE "Advisory" ADD COLUMN "origin" JSONB;
