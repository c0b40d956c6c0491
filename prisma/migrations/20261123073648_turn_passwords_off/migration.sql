-- AlterTable
ALTER TABLE "Passkey" ADD COLUMN "vouchedSince" DATETIME;

-- AlterTable
ALTER TABLE "Policy" ADD COLUMN "passwordsOffTime" DATETIME;

-- AlterTable
ALTER TABLE "Session" ADD COLUMN "passkeySince" DATETIME;
