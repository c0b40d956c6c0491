-- AlterTable
ALTER TABLE "Account" ADD COLUMN     "userHandle" TEXT;

-- AlterTable
ALTER TABLE "Session" ADD COLUMN     "passkey" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "Passkey" (
    "uid" TEXT COLLATE "C" NOT NULL,
    "email" TEXT COLLATE "C" NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "credentialId" TEXT COLLATE "C" NOT NULL,
    "publicKey" TEXT COLLATE "C" NOT NULL,
    "counter" BIGINT NOT NULL,
    "transports" TEXT COLLATE "C" NOT NULL,
    "createTime" BIGINT NOT NULL,
    "activeTime" BIGINT,
    "lastUsedTime" BIGINT,

    CONSTRAINT "Passkey_pkey" PRIMARY KEY ("uid")
);

-- CreateTable
CREATE TABLE "UsedChallenge" (
    "hash" TEXT COLLATE "C" NOT NULL,
    "expireTime" BIGINT NOT NULL,

    CONSTRAINT "UsedChallenge_pkey" PRIMARY KEY ("hash")
);

-- CreateIndex
CREATE UNIQUE INDEX "Passkey_credentialId_key" ON "Passkey"("credentialId");

-- CreateIndex
CREATE INDEX "Passkey_email_idx" ON "Passkey"("email");

-- CreateIndex
CREATE INDEX "UsedChallenge_expireTime_idx" ON "UsedChallenge"("expireTime");

-- AddForeignKey
ALTER TABLE "Passkey" ADD CONSTRAINT "Passkey_email_fkey" FOREIGN KEY ("email") REFERENCES "Account"("email") ON DELETE CASCADE ON UPDATE CASCADE;
