-- AlterTable
ALTER TABLE "Session" ADD COLUMN     "factorTime" BIGINT;
