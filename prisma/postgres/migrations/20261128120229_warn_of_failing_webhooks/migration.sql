-- AlterTable
ALTER TABLE "Subscription" ADD COLUMN     "warnings" INTEGER NOT NULL DEFAULT 0;
