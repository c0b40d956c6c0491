-- AlterTable
ALTER TABLE "Session" ADD COLUMN     "authenticatedTime" BIGINT;
