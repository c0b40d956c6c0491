-- AlterTable
ALTER TABLE "Identity" ADD COLUMN     "blockReason" TEXT COLLATE "C" NOT NULL DEFAULT '',
ADD COLUMN     "blockedTime" BIGINT;

-- CreateIndex
CREATE INDEX "Identity_blockedTime_idx" ON "Identity"("blockedTime");
