-- AlterTable
ALTER TABLE "RegistrySource" ADD COLUMN "caCertificate" TEXT NOT NULL DEFAULT '';
