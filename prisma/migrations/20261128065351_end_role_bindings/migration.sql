-- DropIndex
DROP INDEX "RoleBinding_parent_identityUid_roleUid_key";

-- DropIndex
DROP INDEX "RoleBinding_identityUid_idx";

-- AlterTable
ALTER TABLE "RoleBinding" ADD COLUMN "expirationTime" DATETIME;
ALTER TABLE "RoleBinding" ADD COLUMN "startTime" DATETIME;

-- CreateIndex
CREATE INDEX "RoleBinding_parent_identityUid_roleUid_idx" ON "RoleBinding"("parent", "identityUid", "roleUid");

-- CreateIndex
CREATE INDEX "RoleBinding_identityUid_expirationTime_idx" ON "RoleBinding"("identityUid", "expirationTime");

-- CreateIndex
CREATE INDEX "RoleBinding_startTime_idx" ON "RoleBinding"("startTime");

-- CreateIndex
CREATE INDEX "RoleBinding_expirationTime_idx" ON "RoleBinding"("expirationTime");
