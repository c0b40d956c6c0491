-- AlterTable
ALTER TABLE "Policy" ADD COLUMN "inviteDomains" JSONB NOT NULL DEFAULT '[]';
