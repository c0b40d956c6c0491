-- Contract: the release of 2026-11-25 was the last one that read the tables that go.
-- Stop every older program first.

-- DropFunction: their triggers write the tables that go.
DROP FUNCTION IF EXISTS "keep_Group_insert"() CASCADE;
DROP FUNCTION IF EXISTS "keep_Group_delete"() CASCADE;
DROP FUNCTION IF EXISTS "keep_Group_update"() CASCADE;
DROP FUNCTION IF EXISTS "keep_Identity_insert"() CASCADE;
DROP FUNCTION IF EXISTS "keep_Identity_delete"() CASCADE;
DROP FUNCTION IF EXISTS "keep_Identity_update"() CASCADE;
DROP FUNCTION IF EXISTS "keep_Role_insert"() CASCADE;
DROP FUNCTION IF EXISTS "keep_Role_delete"() CASCADE;
DROP FUNCTION IF EXISTS "keep_Role_update"() CASCADE;
DROP FUNCTION IF EXISTS "keep_RoleBinding_insert"() CASCADE;
DROP FUNCTION IF EXISTS "keep_RoleBinding_delete"() CASCADE;
DROP FUNCTION IF EXISTS "keep_RoleBinding_update"() CASCADE;
DROP FUNCTION IF EXISTS "keep_IdentityProvider_insert"() CASCADE;
DROP FUNCTION IF EXISTS "keep_IdentityProvider_delete"() CASCADE;
DROP FUNCTION IF EXISTS "keep_IdentityProvider_update"() CASCADE;
DROP FUNCTION IF EXISTS "keep_AccountAssociation_insert"() CASCADE;
DROP FUNCTION IF EXISTS "keep_AccountAssociation_delete"() CASCADE;
DROP FUNCTION IF EXISTS "keep_AccountAssociation_update"() CASCADE;
DROP FUNCTION IF EXISTS "keep_GroupInvite_insert"() CASCADE;
DROP FUNCTION IF EXISTS "keep_GroupInvite_delete"() CASCADE;
DROP FUNCTION IF EXISTS "keep_GroupInvite_update"() CASCADE;
DROP FUNCTION IF EXISTS "keep_IdentityKey_insert"() CASCADE;
DROP FUNCTION IF EXISTS "keep_IdentityKey_delete"() CASCADE;
DROP FUNCTION IF EXISTS "keep_IdentityKey_update"() CASCADE;
DROP FUNCTION IF EXISTS "keep_Repo_insert"() CASCADE;
DROP FUNCTION IF EXISTS "keep_Repo_delete"() CASCADE;
DROP FUNCTION IF EXISTS "keep_Repo_update"() CASCADE;
DROP FUNCTION IF EXISTS "keep_Tag_insert"() CASCADE;
DROP FUNCTION IF EXISTS "keep_Tag_delete"() CASCADE;
DROP FUNCTION IF EXISTS "keep_Tag_update"() CASCADE;
DROP FUNCTION IF EXISTS "keep_Advisory_insert"() CASCADE;
DROP FUNCTION IF EXISTS "keep_Advisory_delete"() CASCADE;
DROP FUNCTION IF EXISTS "keep_Advisory_update"() CASCADE;
DROP FUNCTION IF EXISTS "keep_SavedView_insert"() CASCADE;
DROP FUNCTION IF EXISTS "keep_SavedView_delete"() CASCADE;
DROP FUNCTION IF EXISTS "keep_SavedView_update"() CASCADE;
DROP FUNCTION IF EXISTS "keep_AuditEvent_insert"() CASCADE;
DROP FUNCTION IF EXISTS "keep_AuditEvent_delete"() CASCADE;
DROP FUNCTION IF EXISTS "keep_AuditEvent_update"() CASCADE;
DROP FUNCTION IF EXISTS "keep_RegistrySource_insert"() CASCADE;
DROP FUNCTION IF EXISTS "keep_RegistrySource_delete"() CASCADE;
DROP FUNCTION IF EXISTS "keep_RegistrySource_update"() CASCADE;
DROP FUNCTION IF EXISTS "keep_blocks_insert"() CASCADE;
DROP FUNCTION IF EXISTS "keep_blocks_delete"() CASCADE;
DROP FUNCTION IF EXISTS "keep_blocks_split"() CASCADE;
DROP FUNCTION IF EXISTS "keep_blocks_split_large"() CASCADE;
DROP FUNCTION IF EXISTS "keep_blocks_join"() CASCADE;
DROP FUNCTION IF EXISTS "keep_blocks_begin"() CASCADE;
DROP FUNCTION IF EXISTS "keep_blocks_end"() CASCADE;
DROP FUNCTION IF EXISTS "count_advisories_insert"() CASCADE;
DROP FUNCTION IF EXISTS "count_advisories_delete"() CASCADE;
DROP FUNCTION IF EXISTS "count_advisories_update"() CASCADE;
DROP FUNCTION IF EXISTS "count_advisories_begin"() CASCADE;
DROP FUNCTION IF EXISTS "count_advisories_end"() CASCADE;

-- DropIndex
DROP INDEX "Identity_uid_lastSeenTime_createTime_idx";
DROP INDEX "Group_parent_createTime_uid_idx";
DROP INDEX "Group_parent_updateTime_uid_idx";
DROP INDEX "Identity_parent_createTime_uid_idx";
DROP INDEX "Identity_parent_updateTime_uid_idx";
DROP INDEX "Identity_parent_lastSeenTime_uid_idx";
DROP INDEX "Role_parent_createTime_uid_idx";
DROP INDEX "Role_parent_updateTime_uid_idx";
DROP INDEX "RoleBinding_parent_createTime_uid_idx";
DROP INDEX "IdentityProvider_parent_createTime_uid_idx";
DROP INDEX "IdentityProvider_parent_updateTime_uid_idx";
DROP INDEX "GroupInvite_parent_createTime_uid_idx";
DROP INDEX "GroupInvite_parent_expirationTime_uid_idx";
DROP INDEX "IdentityKey_parent_name_uid_idx";
DROP INDEX "IdentityKey_parent_createTime_uid_idx";
DROP INDEX "IdentityKey_parent_expirationTime_uid_idx";
DROP INDEX "SavedView_parent_name_uid_idx";
DROP INDEX "SavedView_parent_createTime_uid_idx";
DROP INDEX "SavedView_parent_updateTime_uid_idx";
DROP INDEX "Repo_parent_createTime_uid_idx";
DROP INDEX "Repo_parent_updateTime_uid_idx";
DROP INDEX "Tag_parent_createTime_uid_idx";
DROP INDEX "Tag_parent_updateTime_uid_idx";
DROP INDEX "Advisory_parent_createTime_uid_idx";
DROP INDEX "Advisory_parent_updateTime_uid_idx";
DROP INDEX "AuditEvent_parent_createTime_uid_idx";

-- DropTable
DROP TABLE "Place";
DROP TABLE "AdvisoryTally";
DROP TABLE "Ranking";
DROP TABLE "RankingBlock";

-- RedefineTable: the start that creates its triggers counts the rows.
DROP TABLE "Tally";
CREATE TABLE "Tally" (
    "group" TEXT COLLATE "C" NOT NULL,
    "type" INTEGER NOT NULL,
    "here" INTEGER NOT NULL,
    "below" INTEGER NOT NULL,

    CONSTRAINT "Tally_pkey" PRIMARY KEY ("group", "type")
);

-- CreateIndex
CREATE INDEX "GroupInvite_parent_idx" ON "GroupInvite"("parent");

-- CreateIndex
CREATE INDEX "IdentityKey_parent_idx" ON "IdentityKey"("parent");

-- CreateIndex
CREATE INDEX "AuditEvent_parent_idx" ON "AuditEvent"("parent");

-- CreateIndex
CREATE INDEX "Group_uid_createTime_updateTime_name_idx" ON "Group"("uid", "createTime", "updateTime", "name");

-- CreateIndex
CREATE INDEX "Identity_uid_lastSeenTime_createTime_updateTime_name_idx" ON "Identity"("uid", "lastSeenTime", "createTime", "updateTime", "name");

-- CreateIndex
CREATE INDEX "RoleBinding_uid_createTime_idx" ON "RoleBinding"("uid", "createTime");

-- CreateIndex
CREATE INDEX "Repo_uid_createTime_updateTime_name_idx" ON "Repo"("uid", "createTime", "updateTime", "name");

-- CreateIndex
CREATE INDEX "Tag_uid_createTime_updateTime_name_idx" ON "Tag"("uid", "createTime", "updateTime", "name");

-- CreateIndex
CREATE INDEX "Advisory_uid_createTime_updateTime_severity_status_artifact_idx" ON "Advisory"("uid", "createTime", "updateTime", "severity", "status", "artifactName", "advisoryId");

-- CreateIndex
CREATE INDEX "AuditEvent_uid_createTime_idx" ON "AuditEvent"("uid", "createTime");
