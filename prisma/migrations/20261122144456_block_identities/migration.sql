-- AlterTable
ALTER TABLE "Identity" ADD COLUMN "blockedTime" DATETIME;
ALTER TABLE "Identity" ADD COLUMN "blockReason" TEXT NOT NULL DEFAULT '';

-- CreateIndex
CREATE INDEX "Identity_blockedTime_idx" ON "Identity"("blockedTime");
