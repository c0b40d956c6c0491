-- CreateTable
CREATE TABLE "RequestRule" (
    "uid" TEXT NOT NULL PRIMARY KEY,
    "parent" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "roles" JSONB NOT NULL,
    "requesterRoles" JSONB NOT NULL,
    "requesterIdentities" JSONB NOT NULL,
    "maxDuration" INTEGER NOT NULL,
    "reasonRequired" BOOLEAN NOT NULL DEFAULT false,
    "reasonPattern" TEXT NOT NULL DEFAULT '',
    "approverIdentities" JSONB NOT NULL,
    "approvals" INTEGER NOT NULL,
    "secondFactor" BOOLEAN NOT NULL DEFAULT false,
    "waitDuration" INTEGER NOT NULL,
    "emergency" BOOLEAN NOT NULL DEFAULT false,
    "makerIdentities" JSONB,
    "createTime" DATETIME NOT NULL,
    "updateTime" DATETIME NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "nameFolded" TEXT,
    "nameOrder" TEXT NOT NULL DEFAULT '',
    CONSTRAINT "RequestRule_parent_fkey" FOREIGN KEY ("parent") REFERENCES "Group" ("uid") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE INDEX "RequestRule_name_uid_idx" ON "RequestRule"("name", "uid");

-- CreateIndex
CREATE INDEX "RequestRule_nameOrder_uid_idx" ON "RequestRule"("nameOrder", "uid");

-- CreateIndex
CREATE INDEX "RequestRule_createTime_uid_idx" ON "RequestRule"("createTime", "uid");

-- CreateIndex
CREATE INDEX "RequestRule_updateTime_uid_idx" ON "RequestRule"("updateTime", "uid");

-- CreateIndex
CREATE UNIQUE INDEX "RequestRule_parent_name_key" ON "RequestRule"("parent", "name");
