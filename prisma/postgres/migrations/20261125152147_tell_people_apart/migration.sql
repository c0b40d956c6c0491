-- AlterTable
ALTER TABLE "Identity" ADD COLUMN     "namesSince" BIGINT;

-- AlterTable
ALTER TABLE "RoleBinding" ADD COLUMN     "unconfirmedTime" BIGINT;
