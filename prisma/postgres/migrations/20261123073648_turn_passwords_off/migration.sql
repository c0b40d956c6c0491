-- AlterTable
ALTER TABLE "Policy" ADD COLUMN     "passwordsOffTime" BIGINT;

-- AlterTable
ALTER TABLE "Passkey" ADD COLUMN     "vouchedSince" BIGINT;

-- AlterTable
ALTER TABLE "Session" ADD COLUMN     "passkeySince" BIGINT;
