-- DropTrigger: they write the tables that go.
DROP TRIGGER IF EXISTS "keep_Group_insert";
DROP TRIGGER IF EXISTS "keep_Group_delete";
DROP TRIGGER IF EXISTS "keep_Group_update";
DROP TRIGGER IF EXISTS "keep_Group_rank";
DROP TRIGGER IF EXISTS "keep_Identity_insert";
DROP TRIGGER IF EXISTS "keep_Identity_delete";
DROP TRIGGER IF EXISTS "keep_Identity_update";
DROP TRIGGER IF EXISTS "keep_Identity_rank";
DROP TRIGGER IF EXISTS "keep_Role_insert";
DROP TRIGGER IF EXISTS "keep_Role_delete";
DROP TRIGGER IF EXISTS "keep_Role_update";
DROP TRIGGER IF EXISTS "keep_Role_rank";
DROP TRIGGER IF EXISTS "keep_RoleBinding_insert";
DROP TRIGGER IF EXISTS "keep_RoleBinding_delete";
DROP TRIGGER IF EXISTS "keep_RoleBinding_update";
DROP TRIGGER IF EXISTS "keep_RoleBinding_rank";
DROP TRIGGER IF EXISTS "keep_IdentityProvider_insert";
DROP TRIGGER IF EXISTS "keep_IdentityProvider_delete";
DROP TRIGGER IF EXISTS "keep_IdentityProvider_update";
DROP TRIGGER IF EXISTS "keep_IdentityProvider_rank";
DROP TRIGGER IF EXISTS "keep_AccountAssociation_insert";
DROP TRIGGER IF EXISTS "keep_AccountAssociation_delete";
DROP TRIGGER IF EXISTS "keep_AccountAssociation_update";
DROP TRIGGER IF EXISTS "keep_AccountAssociation_rank";
DROP TRIGGER IF EXISTS "keep_GroupInvite_insert";
DROP TRIGGER IF EXISTS "keep_GroupInvite_delete";
DROP TRIGGER IF EXISTS "keep_GroupInvite_update";
DROP TRIGGER IF EXISTS "keep_GroupInvite_rank";
DROP TRIGGER IF EXISTS "keep_IdentityKey_insert";
DROP TRIGGER IF EXISTS "keep_IdentityKey_delete";
DROP TRIGGER IF EXISTS "keep_IdentityKey_update";
DROP TRIGGER IF EXISTS "keep_IdentityKey_rank";
DROP TRIGGER IF EXISTS "keep_Repo_insert";
DROP TRIGGER IF EXISTS "keep_Repo_delete";
DROP TRIGGER IF EXISTS "keep_Repo_update";
DROP TRIGGER IF EXISTS "keep_Repo_rank";
DROP TRIGGER IF EXISTS "keep_Tag_insert";
DROP TRIGGER IF EXISTS "keep_Tag_delete";
DROP TRIGGER IF EXISTS "keep_Tag_update";
DROP TRIGGER IF EXISTS "keep_Tag_rank";
DROP TRIGGER IF EXISTS "keep_Advisory_insert";
DROP TRIGGER IF EXISTS "keep_Advisory_delete";
DROP TRIGGER IF EXISTS "keep_Advisory_update";
DROP TRIGGER IF EXISTS "keep_Advisory_rank";
DROP TRIGGER IF EXISTS "keep_SavedView_insert";
DROP TRIGGER IF EXISTS "keep_SavedView_delete";
DROP TRIGGER IF EXISTS "keep_SavedView_update";
DROP TRIGGER IF EXISTS "keep_SavedView_rank";
DROP TRIGGER IF EXISTS "keep_AuditEvent_insert";
DROP TRIGGER IF EXISTS "keep_AuditEvent_delete";
DROP TRIGGER IF EXISTS "keep_AuditEvent_update";
DROP TRIGGER IF EXISTS "keep_AuditEvent_rank";
DROP TRIGGER IF EXISTS "keep_RegistrySource_insert";
DROP TRIGGER IF EXISTS "keep_RegistrySource_delete";
DROP TRIGGER IF EXISTS "keep_RegistrySource_update";
DROP TRIGGER IF EXISTS "keep_RegistrySource_rank";
DROP TRIGGER IF EXISTS "keep_place_insert";
DROP TRIGGER IF EXISTS "keep_place_delete";
DROP TRIGGER IF EXISTS "keep_blocks_insert";
DROP TRIGGER IF EXISTS "keep_blocks_delete";
DROP TRIGGER IF EXISTS "keep_blocks_split";
DROP TRIGGER IF EXISTS "keep_blocks_split_large";
DROP TRIGGER IF EXISTS "keep_blocks_join";
DROP TRIGGER IF EXISTS "keep_blocks_begin";
DROP TRIGGER IF EXISTS "keep_blocks_end";
DROP TRIGGER IF EXISTS "count_advisories_insert";
DROP TRIGGER IF EXISTS "count_advisories_delete";
DROP TRIGGER IF EXISTS "count_advisories_update";
DROP TRIGGER IF EXISTS "count_advisories_begin";
DROP TRIGGER IF EXISTS "count_advisories_end";

-- DropIndex
DROP INDEX "Identity_uid_lastSeenTime_createTime_idx";
DROP INDEX "Advisory_parent_updateTime_uid_idx";
DROP INDEX "Advisory_parent_createTime_uid_idx";
DROP INDEX "AuditEvent_parent_createTime_uid_idx";
DROP INDEX "Group_parent_updateTime_uid_idx";
DROP INDEX "Group_parent_createTime_uid_idx";
DROP INDEX "GroupInvite_parent_expirationTime_uid_idx";
DROP INDEX "GroupInvite_parent_createTime_uid_idx";
DROP INDEX "Identity_parent_lastSeenTime_uid_idx";
DROP INDEX "Identity_parent_updateTime_uid_idx";
DROP INDEX "Identity_parent_createTime_uid_idx";
DROP INDEX "IdentityKey_parent_expirationTime_uid_idx";
DROP INDEX "IdentityKey_parent_createTime_uid_idx";
DROP INDEX "IdentityKey_parent_name_uid_idx";
DROP INDEX "IdentityProvider_parent_updateTime_uid_idx";
DROP INDEX "IdentityProvider_parent_createTime_uid_idx";
DROP INDEX "Repo_parent_updateTime_uid_idx";
DROP INDEX "Repo_parent_createTime_uid_idx";
DROP INDEX "Role_parent_updateTime_uid_idx";
DROP INDEX "Role_parent_createTime_uid_idx";
DROP INDEX "RoleBinding_parent_createTime_uid_idx";
DROP INDEX "SavedView_parent_updateTime_uid_idx";
DROP INDEX "SavedView_parent_createTime_uid_idx";
DROP INDEX "SavedView_parent_name_uid_idx";
DROP INDEX "Tag_parent_updateTime_uid_idx";
DROP INDEX "Tag_parent_createTime_uid_idx";

-- DropTable
DROP TABLE "AdvisoryTally";
DROP TABLE "Place";
DROP TABLE "Ranking";
DROP TABLE "RankingBlock";

-- RedefineTable: the start that creates its triggers counts the rows.
DROP TABLE "Tally";
CREATE TABLE "Tally" (
    "group" TEXT NOT NULL,
    "type" INTEGER NOT NULL,
    "here" INTEGER NOT NULL,
    "below" INTEGER NOT NULL,

    PRIMARY KEY ("group", "type")
) WITHOUT ROWID;

-- RedefineTable: a row is in its key, and not once more beside it.
CREATE TABLE "new_AdvisoryAlias" (
    "alias" TEXT NOT NULL,
    "advisoryUid" TEXT NOT NULL,

    PRIMARY KEY ("alias", "advisoryUid"),
    CONSTRAINT "AdvisoryAlias_advisoryUid_fkey" FOREIGN KEY ("advisoryUid") REFERENCES "Advisory" ("uid") ON DELETE CASCADE ON UPDATE CASCADE
) WITHOUT ROWID;
INSERT INTO "new_AdvisoryAlias" SELECT "alias", "advisoryUid" FROM "AdvisoryAlias" ORDER BY 1, 2;
DROP TABLE "AdvisoryAlias";
ALTER TABLE "new_AdvisoryAlias" RENAME TO "AdvisoryAlias";
CREATE INDEX "AdvisoryAlias_advisoryUid_idx" ON "AdvisoryAlias"("advisoryUid");

-- CreateIndex
CREATE INDEX "AuditEvent_parent_idx" ON "AuditEvent"("parent");

-- CreateIndex
CREATE INDEX "GroupInvite_parent_idx" ON "GroupInvite"("parent");

-- CreateIndex
CREATE INDEX "IdentityKey_parent_idx" ON "IdentityKey"("parent");

-- CreateIndex
CREATE INDEX "Advisory_uid_createTime_updateTime_severity_status_artifactName_advisoryId_idx" ON "Advisory"("uid", "createTime", "updateTime", "severity", "status", "artifactName", "advisoryId");

-- CreateIndex
CREATE INDEX "AuditEvent_uid_createTime_idx" ON "AuditEvent"("uid", "createTime");

-- CreateIndex
CREATE INDEX "Group_uid_createTime_updateTime_name_idx" ON "Group"("uid", "createTime", "updateTime", "name");

-- CreateIndex
CREATE INDEX "Identity_uid_lastSeenTime_createTime_updateTime_name_idx" ON "Identity"("uid", "lastSeenTime", "createTime", "updateTime", "name");

-- CreateIndex
CREATE INDEX "Repo_uid_createTime_updateTime_name_idx" ON "Repo"("uid", "createTime", "updateTime", "name");

-- CreateIndex
CREATE INDEX "RoleBinding_uid_createTime_idx" ON "RoleBinding"("uid", "createTime");

-- CreateIndex
CREATE INDEX "Tag_uid_createTime_updateTime_name_idx" ON "Tag"("uid", "createTime", "updateTime", "name");
