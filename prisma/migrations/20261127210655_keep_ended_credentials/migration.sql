-- CreateTable
CREATE TABLE "EndedCredential" (
    "hash" TEXT NOT NULL PRIMARY KEY,
    "kind" TEXT NOT NULL,
    "resource" TEXT NOT NULL,
    "actor" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "endTime" DATETIME NOT NULL,
    "expireTime" DATETIME NOT NULL
);

-- CreateIndex
CREATE INDEX "EndedCredential_expireTime_idx" ON "EndedCredential"("expireTime");
