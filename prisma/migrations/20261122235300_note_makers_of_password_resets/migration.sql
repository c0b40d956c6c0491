-- AlterTable
ALTER TABLE "PasswordReset" ADD COLUMN "makerIdentities" JSONB;
