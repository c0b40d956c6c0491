-- AlterTable
ALTER TABLE "Account" ADD COLUMN "userHandle" TEXT;

-- AlterTable
ALTER TABLE "Session" ADD COLUMN "passkey" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "Passkey" (
    "uid" TEXT NOT NULL PRIMARY KEY,
    "email" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "credentialId" TEXT NOT NULL,
    "publicKey" TEXT NOT NULL,
    "counter" BIGINT NOT NULL,
    "transports" TEXT NOT NULL,
    "createTime" DATETIME NOT NULL,
    "activeTime" DATETIME,
    "lastUsedTime" DATETIME,
    CONSTRAINT "Passkey_email_fkey" FOREIGN KEY ("email") REFERENCES "Account" ("email") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "UsedChallenge" (
    "hash" TEXT NOT NULL PRIMARY KEY,
    "expireTime" DATETIME NOT NULL
);

-- CreateIndex
CREATE UNIQUE INDEX "Passkey_credentialId_key" ON "Passkey"("credentialId");

-- CreateIndex
CREATE INDEX "Passkey_email_idx" ON "Passkey"("email");

-- CreateIndex
CREATE INDEX "UsedChallenge_expireTime_idx" ON "UsedChallenge"("expireTime");
