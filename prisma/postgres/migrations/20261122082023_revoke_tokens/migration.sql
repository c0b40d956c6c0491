-- CreateTable
CREATE TABLE "RevokedToken" (
    "jti" TEXT COLLATE "C" NOT NULL,
    "revokeTime" BIGINT NOT NULL,
    "expireTime" BIGINT NOT NULL,

    CONSTRAINT "RevokedToken_pkey" PRIMARY KEY ("jti")
);

-- CreateIndex
CREATE INDEX "RevokedToken_expireTime_idx" ON "RevokedToken"("expireTime");
