-- CreateTable
CREATE TABLE "AuthenticatorApp" (
    "uid" TEXT COLLATE "C" NOT NULL,
    "email" TEXT COLLATE "C" NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "secret" TEXT COLLATE "C" NOT NULL,
    "lastStep" INTEGER,
    "createTime" BIGINT NOT NULL,
    "activeTime" BIGINT,
    "lastUsedTime" BIGINT,

    CONSTRAINT "AuthenticatorApp_pkey" PRIMARY KEY ("uid")
);

-- CreateTable
CREATE TABLE "RecoveryCode" (
    "codeHash" TEXT COLLATE "C" NOT NULL,
    "email" TEXT COLLATE "C" NOT NULL,
    "batch" TEXT COLLATE "C" NOT NULL,
    "confirmed" BOOLEAN NOT NULL DEFAULT false,
    "createTime" BIGINT NOT NULL,

    CONSTRAINT "RecoveryCode_pkey" PRIMARY KEY ("codeHash")
);

-- CreateTable
CREATE TABLE "PendingSignIn" (
    "tokenHash" TEXT COLLATE "C" NOT NULL,
    "email" TEXT COLLATE "C" NOT NULL,
    "createTime" BIGINT NOT NULL,
    "expireTime" BIGINT NOT NULL,

    CONSTRAINT "PendingSignIn_pkey" PRIMARY KEY ("tokenHash")
);

-- CreateIndex
CREATE INDEX "AuthenticatorApp_email_idx" ON "AuthenticatorApp"("email");

-- CreateIndex
CREATE INDEX "RecoveryCode_email_idx" ON "RecoveryCode"("email");

-- CreateIndex
CREATE INDEX "PendingSignIn_email_idx" ON "PendingSignIn"("email");

-- CreateIndex
CREATE INDEX "PendingSignIn_expireTime_idx" ON "PendingSignIn"("expireTime");

-- AddForeignKey
ALTER TABLE "AuthenticatorApp" ADD CONSTRAINT "AuthenticatorApp_email_fkey" FOREIGN KEY ("email") REFERENCES "Account"("email") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "RecoveryCode" ADD CONSTRAINT "RecoveryCode_email_fkey" FOREIGN KEY ("email") REFERENCES "Account"("email") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PendingSignIn" ADD CONSTRAINT "PendingSignIn_email_fkey" FOREIGN KEY ("email") REFERENCES "Account"("email") ON DELETE CASCADE ON UPDATE CASCADE;
