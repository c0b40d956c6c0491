-- AlterTable
ALTER TABLE "Subscription" ADD COLUMN "schedule" TEXT NOT NULL DEFAULT '';
ALTER TABLE "Subscription" ADD COLUMN "timeZone" TEXT NOT NULL DEFAULT '';
ALTER TABLE "Subscription" ADD COLUMN "savedViewUid" TEXT NOT NULL DEFAULT '';
ALTER TABLE "Subscription" ADD COLUMN "digestTime" DATETIME;
ALTER TABLE "Subscription" ADD COLUMN "sinceTime" DATETIME;
ALTER TABLE "Subscription" ADD COLUMN "digestHash" TEXT NOT NULL DEFAULT '';
