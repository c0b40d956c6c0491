-- CreateTable
CREATE TABLE "RevokedToken" (
    "jti" TEXT NOT NULL PRIMARY KEY,
    "revokeTime" DATETIME NOT NULL,
    "expireTime" DATETIME NOT NULL
);

-- CreateIndex
CREATE INDEX "RevokedToken_expireTime_idx" ON "RevokedToken"("expireTime");
