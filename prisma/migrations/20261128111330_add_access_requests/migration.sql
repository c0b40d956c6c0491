-- AlterTable
ALTER TABLE "Session" ADD COLUMN "factorTime" DATETIME;

-- CreateTable
CREATE TABLE "AccessRequest" (
    "uid" TEXT NOT NULL PRIMARY KEY,
    "parent" TEXT NOT NULL,
    "ruleUid" TEXT NOT NULL,
    "roleUid" TEXT NOT NULL,
    "identityUid" TEXT NOT NULL,
    "requesterUid" TEXT NOT NULL,
    "requesterIdentities" JSONB NOT NULL,
    "groupUids" JSONB NOT NULL,
    "duration" INTEGER NOT NULL,
    "startTime" DATETIME,
    "reason" TEXT NOT NULL DEFAULT '',
    "state" TEXT NOT NULL,
    "pendingUntil" DATETIME NOT NULL,
    "approvals" INTEGER NOT NULL,
    "approverIdentities" JSONB NOT NULL,
    "hasApprovers" BOOLEAN NOT NULL DEFAULT false,
    "answers" JSONB NOT NULL,
    "beginTime" DATETIME,
    "expirationTime" DATETIME,
    "grants" JSONB NOT NULL,
    "isAhead" BOOLEAN NOT NULL DEFAULT false,
    "emergency" BOOLEAN NOT NULL DEFAULT false,
    "reviewTime" DATETIME,
    "review" JSONB,
    "extendsUid" TEXT,
    "names" JSONB NOT NULL,
    "createTime" DATETIME NOT NULL,
    "updateTime" DATETIME NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 1,
    CONSTRAINT "AccessRequest_parent_fkey" FOREIGN KEY ("parent") REFERENCES "Group" ("uid") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE INDEX "AccessRequest_requesterUid_state_idx" ON "AccessRequest"("requesterUid", "state");

-- CreateIndex
CREATE INDEX "AccessRequest_identityUid_state_idx" ON "AccessRequest"("identityUid", "state");

-- CreateIndex
CREATE INDEX "AccessRequest_isAhead_beginTime_idx" ON "AccessRequest"("isAhead", "beginTime");

-- CreateIndex
CREATE INDEX "AccessRequest_createTime_uid_idx" ON "AccessRequest"("createTime", "uid");

-- CreateIndex
CREATE INDEX "AccessRequest_updateTime_uid_idx" ON "AccessRequest"("updateTime", "uid");
