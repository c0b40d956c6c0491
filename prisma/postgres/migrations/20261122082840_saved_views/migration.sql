-- CreateTable
CREATE TABLE "SavedView" (
    "uid" TEXT COLLATE "C" NOT NULL,
    "parent" TEXT COLLATE "C" NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "collection" TEXT COLLATE "C" NOT NULL,
    "owner" TEXT COLLATE "C" NOT NULL DEFAULT '',
    "scope" TEXT COLLATE "C" NOT NULL DEFAULT 'SCOPE_UNSPECIFIED',
    "filters" JSON NOT NULL,
    "orderBy" TEXT COLLATE "C" NOT NULL DEFAULT '',
    "columns" JSON NOT NULL,
    "createTime" BIGINT NOT NULL,
    "updateTime" BIGINT NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "SavedView_pkey" PRIMARY KEY ("uid")
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

-- AddForeignKey
ALTER TABLE "SavedView" ADD CONSTRAINT "SavedView_parent_fkey" FOREIGN KEY ("parent") REFERENCES "Group"("uid") ON DELETE CASCADE ON UPDATE CASCADE;
