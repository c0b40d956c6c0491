-- CreateTable
CREATE TABLE "AuthenticatorApp" (
    "uid" TEXT NOT NULL PRIMARY KEY,
    "email" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "secret" TEXT NOT NULL,
    "lastStep" INTEGER,
    "createTime" DATETIME NOT NULL,
    "activeTime" DATETIME,
    "lastUsedTime" DATETIME,
    CONSTRAINT "AuthenticatorApp_email_fkey" FOREIGN KEY ("email") REFERENCES "Account" ("email") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "RecoveryCode" (
    "codeHash" TEXT NOT NULL PRIMARY KEY,
    "email" TEXT NOT NULL,
    "batch" TEXT NOT NULL,
    "confirmed" BOOLEAN NOT NULL DEFAULT false,
    "createTime" DATETIME NOT NULL,
    CONSTRAINT "RecoveryCode_email_fkey" FOREIGN KEY ("email") REFERENCES "Account" ("email") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "PendingSignIn" (
    "tokenHash" TEXT NOT NULL PRIMARY KEY,
    "email" TEXT NOT NULL,
    "createTime" DATETIME NOT NULL,
    "expireTime" DATETIME NOT NULL,
    CONSTRAINT "PendingSignIn_email_fkey" FOREIGN KEY ("email") REFERENCES "Account" ("email") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE INDEX "AuthenticatorApp_email_idx" ON "AuthenticatorApp"("email");

-- CreateIndex
CREATE INDEX "RecoveryCode_email_idx" ON "RecoveryCode"("email");

-- CreateIndex
CREATE INDEX "PendingSignIn_email_idx" ON "PendingSignIn"("email");

-- CreateIndex
CREATE INDEX "PendingSignIn_expireTime_idx" ON "PendingSignIn"("expireTime");
