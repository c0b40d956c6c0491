-- CreateTable
CREATE TABLE "SavedView" (
    "uid" TEXT NOT NULL PRIMARY KEY,
    "parent" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "collection" TEXT NOT NULL,
    "owner" TEXT NOT NULL DEFAULT '',
    "scope" TEXT NOT NULL DEFAULT 'SCOPE_UNSPECIFIED',
    "filters" JSONB NOT NULL,
    "orderBy" TEXT NOT NULL DEFAULT '',
    "columns" JSONB NOT NULL,
    "createTime" DATETIME NOT NULL,
    "updateTime" DATETIME NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 1,
    CONSTRAINT "SavedView_parent_fkey" FOREIGN KEY ("parent") REFERENCES "Group" ("uid") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE INDEX "SavedView_owner_idx" ON "SavedView"("owner");

-- CreateIndex
CREATE INDEX "SavedView_parent_name_uid_idx" ON "SavedView"("parent", "name", "uid");

-- CreateIndex
CREATE INDEX "SavedView_parent_createTime_uid_idx" ON "SavedView"("parent", "createTime", "uid");

-- CreateIndex
CREATE INDEX "SavedView_parent_updateTime_uid_idx" ON "SavedView"("parent", "updateTime", "uid");

-- CreateIndex
CREATE INDEX "SavedView_name_uid_idx" ON "SavedView"("name", "uid");

-- CreateIndex
CREATE INDEX "SavedView_createTime_uid_idx" ON "SavedView"("createTime", "uid");

-- CreateIndex
CREATE INDEX "SavedView_updateTime_uid_idx" ON "SavedView"("updateTime", "uid");

-- CreateIndex
CREATE UNIQUE INDEX "SavedView_parent_collection_owner_name_key" ON "SavedView"("parent", "collection", "owner", "name");
