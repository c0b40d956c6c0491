-- AlterTable
ALTER TABLE "Policy" ADD COLUMN     "inviteDomains" JSON NOT NULL DEFAULT '[]';
