-- AlterTable
ALTER TABLE "RoleBinding" ADD COLUMN "byItself" BOOLEAN;
