-- AlterTable
ALTER TABLE "Identity" ADD COLUMN "namesSince" DATETIME;

-- AlterTable
ALTER TABLE "RoleBinding" ADD COLUMN "unconfirmedTime" DATETIME;
