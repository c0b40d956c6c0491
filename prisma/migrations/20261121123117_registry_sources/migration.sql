-- AlterTable
ALTER TABLE "Repo" ADD COLUMN "seenTime" DATETIME;

-- AlterTable
ALTER TABLE "Tag" ADD COLUMN "referrers" JSONB;
ALTER TABLE "Tag" ADD COLUMN "seenTime" DATETIME;

-- CreateTable
CREATE TABLE "RegistrySource" (
    "uid" TEXT NOT NULL PRIMARY KEY,
    "parent" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "username" TEXT NOT NULL DEFAULT '',
    "password" TEXT,
    "interval" INTEGER,
    "notificationKeyId" TEXT,
    "notificationHash" TEXT,
    "notificationKeyTime" DATETIME,
    "state" TEXT NOT NULL DEFAULT 'IDLE',
    "run" JSONB,
    "leaseHolder" TEXT,
    "leaseTime" DATETIME,
    "lastSync" JSONB,
    "nextSyncTime" DATETIME,
    "createTime" DATETIME NOT NULL,
    "updateTime" DATETIME NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 1,
    CONSTRAINT "RegistrySource_parent_fkey" FOREIGN KEY ("parent") REFERENCES "Group" ("uid") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateIndex
CREATE UNIQUE INDEX "RegistrySource_parent_key" ON "RegistrySource"("parent");

-- CreateIndex
CREATE UNIQUE INDEX "RegistrySource_notificationKeyId_key" ON "RegistrySource"("notificationKeyId");

-- CreateIndex
CREATE INDEX "RegistrySource_state_idx" ON "RegistrySource"("state");

-- CreateIndex
CREATE INDEX "RegistrySource_nextSyncTime_idx" ON "RegistrySource"("nextSyncTime");

-- CreateIndex
CREATE INDEX "RegistrySource_createTime_uid_idx" ON "RegistrySource"("createTime", "uid");

-- CreateIndex
CREATE INDEX "RegistrySource_updateTime_uid_idx" ON "RegistrySource"("updateTime", "uid");
