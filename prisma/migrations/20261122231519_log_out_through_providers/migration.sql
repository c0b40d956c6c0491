-- AlterTable
ALTER TABLE "Session" ADD COLUMN "providerSid" TEXT;

-- CreateTable
CREATE TABLE "UsedLogoutToken" (
    "hash" TEXT NOT NULL PRIMARY KEY,
    "expireTime" DATETIME NOT NULL
);

-- CreateIndex
CREATE INDEX "UsedLogoutToken_expireTime_idx" ON "UsedLogoutToken"("expireTime");

-- CreateIndex
CREATE INDEX "Session_providerSid_idx" ON "Session"("providerSid");
