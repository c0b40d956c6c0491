-- CreateTable
CREATE TABLE "Domain" (
    "uid" TEXT NOT NULL PRIMARY KEY,
    "parent" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "challenge" TEXT NOT NULL,
    "verifiedName" TEXT,
    "verifiedTime" DATETIME,
    "checkTime" DATETIME,
    "checkResult" TEXT,
    "failingTime" DATETIME,
    "nextCheckTime" DATETIME,
    "createTime" DATETIME NOT NULL,
    CONSTRAINT "Domain_parent_fkey" FOREIGN KEY ("parent") REFERENCES "Group" ("uid") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE UNIQUE INDEX "Domain_verifiedName_key" ON "Domain"("verifiedName");

-- CreateIndex
CREATE INDEX "Domain_nextCheckTime_idx" ON "Domain"("nextCheckTime");

-- CreateIndex
CREATE UNIQUE INDEX "Domain_parent_name_key" ON "Domain"("parent", "name");
