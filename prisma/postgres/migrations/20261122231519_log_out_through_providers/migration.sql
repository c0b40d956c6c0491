-- AlterTable
ALTER TABLE "Session" ADD COLUMN     "providerSid" TEXT;

-- CreateTable
CREATE TABLE "UsedLogoutToken" (
    "hash" TEXT COLLATE "C" NOT NULL,
    "expireTime" BIGINT NOT NULL,

    CONSTRAINT "UsedLogoutToken_pkey" PRIMARY KEY ("hash")
);

-- CreateIndex
CREATE INDEX "UsedLogoutToken_expireTime_idx" ON "UsedLogoutToken"("expireTime");

-- CreateIndex
CREATE INDEX "Session_providerSid_idx" ON "Session"("providerSid");
