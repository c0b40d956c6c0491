-- The migration that should have made it on PostgreSQL made it on SQLite alone.
-- CreateTable
CREATE TABLE "AccessRequest" (
    "uid" TEXT COLLATE "C" NOT NULL,
    "parent" TEXT COLLATE "C" NOT NULL,
    "ruleUid" TEXT COLLATE "C" NOT NULL,
    "roleUid" TEXT COLLATE "C" NOT NULL,
    "identityUid" TEXT COLLATE "C" NOT NULL,
    "requesterUid" TEXT COLLATE "C" NOT NULL,
    "requesterIdentities" JSON NOT NULL,
    "groupUids" JSON NOT NULL,
    "duration" INTEGER NOT NULL,
    "startTime" BIGINT,
    "reason" TEXT COLLATE "C" NOT NULL DEFAULT '',
    "state" TEXT COLLATE "C" NOT NULL,
    "pendingUntil" BIGINT NOT NULL,
    "approvals" INTEGER NOT NULL,
    "approverIdentities" JSON NOT NULL,
    "hasApprovers" BOOLEAN NOT NULL DEFAULT false,
    "answers" JSON NOT NULL,
    "beginTime" BIGINT,
    "expirationTime" BIGINT,
    "grants" JSON NOT NULL,
    "isAhead" BOOLEAN NOT NULL DEFAULT false,
    "emergency" BOOLEAN NOT NULL DEFAULT false,
    "reviewTime" BIGINT,
    "review" JSON,
    "extendsUid" TEXT COLLATE "C",
    "names" JSON NOT NULL,
    "createTime" BIGINT NOT NULL,
    "updateTime" BIGINT NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "AccessRequest_pkey" PRIMARY KEY ("uid")
);

-- CreateIndex
CREATE INDEX "AccessRequest_requesterUid_state_idx" ON "AccessRequest"("requesterUid", "state");

-- CreateIndex
CREATE INDEX "AccessRequest_identityUid_state_idx" ON "AccessRequest"("identityUid", "state");

-- CreateIndex
CREATE INDEX "AccessRequest_parent_idx" ON "AccessRequest"("parent");

-- CreateIndex
CREATE INDEX "AccessRequest_isAhead_beginTime_idx" ON "AccessRequest"("isAhead", "beginTime");

-- CreateIndex
CREATE INDEX "AccessRequest_createTime_uid_idx" ON "AccessRequest"("createTime", "uid");

-- CreateIndex
CREATE INDEX "AccessRequest_updateTime_uid_idx" ON "AccessRequest"("updateTime", "uid");

-- AddForeignKey
ALTER TABLE "AccessRequest" ADD CONSTRAINT "AccessRequest_parent_fkey" FOREIGN KEY ("parent") REFERENCES "Group"("uid") ON DELETE CASCADE ON UPDATE CASCADE;
