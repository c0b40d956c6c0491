-- CreateTable
CREATE TABLE "RequestRule" (
    "uid" TEXT COLLATE "C" NOT NULL,
    "parent" TEXT COLLATE "C" NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "description" TEXT COLLATE "C" NOT NULL DEFAULT '',
    "roles" JSON NOT NULL,
    "requesterRoles" JSON NOT NULL,
    "requesterIdentities" JSON NOT NULL,
    "maxDuration" INTEGER NOT NULL,
    "reasonRequired" BOOLEAN NOT NULL DEFAULT false,
    "reasonPattern" TEXT COLLATE "C" NOT NULL DEFAULT '',
    "approverIdentities" JSON NOT NULL,
    "approvals" INTEGER NOT NULL,
    "secondFactor" BOOLEAN NOT NULL DEFAULT false,
    "waitDuration" INTEGER NOT NULL,
    "emergency" BOOLEAN NOT NULL DEFAULT false,
    "makerIdentities" JSON,
    "createTime" BIGINT NOT NULL,
    "updateTime" BIGINT NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "nameFolded" TEXT COLLATE "C",
    "nameOrder" TEXT COLLATE "C" NOT NULL DEFAULT '',

    CONSTRAINT "RequestRule_pkey" PRIMARY KEY ("uid")
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

-- AddForeignKey
ALTER TABLE "RequestRule" ADD CONSTRAINT "RequestRule_parent_fkey" FOREIGN KEY ("parent") REFERENCES "Group"("uid") ON DELETE CASCADE ON UPDATE CASCADE;
