-- Contract: no release needs the former indexes for what they promise. Each looks for a binding of the same role in the
-- transaction that makes another, and a former program makes none beside one that it finds.
-- DropIndex
DROP INDEX "RoleBinding_identityUid_idx";

-- DropIndex
DROP INDEX "RoleBinding_parent_identityUid_roleUid_key";

-- AlterTable
ALTER TABLE "RoleBinding" ADD COLUMN     "expirationTime" BIGINT,
ADD COLUMN     "startTime" BIGINT;

-- CreateIndex
CREATE INDEX "RoleBinding_parent_identityUid_roleUid_idx" ON "RoleBinding"("parent", "identityUid", "roleUid");

-- CreateIndex
CREATE INDEX "RoleBinding_identityUid_expirationTime_idx" ON "RoleBinding"("identityUid", "expirationTime");

-- CreateIndex
CREATE INDEX "RoleBinding_startTime_idx" ON "RoleBinding"("startTime");

-- CreateIndex
CREATE INDEX "RoleBinding_expirationTime_idx" ON "RoleBinding"("expirationTime");
