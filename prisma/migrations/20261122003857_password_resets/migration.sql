-- CreateTable
CREATE TABLE "PasswordReset" (
    "email" TEXT NOT NULL PRIMARY KEY,
    "keyId" TEXT NOT NULL,
    "codeHash" TEXT NOT NULL,
    "createTime" DATETIME NOT NULL,
    "expireTime" DATETIME NOT NULL,
    CONSTRAINT "PasswordReset_email_fkey" FOREIGN KEY ("email") REFERENCES "Account" ("email") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE UNIQUE INDEX "PasswordReset_keyId_key" ON "PasswordReset"("keyId");
