-- AlterTable
ALTER TABLE "RoleBinding" ADD COLUMN     "boundAs" JSON;
