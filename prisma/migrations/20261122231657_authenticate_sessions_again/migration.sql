-- AlterTable
ALTER TABLE "Session" ADD COLUMN "authenticatedTime" DATETIME;
