-- CreateTable
CREATE TABLE "EndedCredential" (
    "hash" TEXT COLLATE "C" NOT NULL,
    "kind" TEXT COLLATE "C" NOT NULL,
    "resource" TEXT COLLATE "C" NOT NULL,
    "actor" TEXT COLLATE "C" NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "endTime" BIGINT NOT NULL,
    "expireTime" BIGINT NOT NULL,

    CONSTRAINT "EndedCredential_pkey" PRIMARY KEY ("hash")
);

-- CreateIndex
CREATE INDEX "EndedCredential_expireTime_idx" ON "EndedCredential"("expireTime");
