-- AlterTable
ALTER TABLE "AccountAssociation" ADD COLUMN "nameOrder" TEXT NOT NULL DEFAULT '';

-- AlterTable
ALTER TABLE "Identity" ADD COLUMN "nameOrder" TEXT NOT NULL DEFAULT '';

-- AlterTable
ALTER TABLE "IdentityKey" ADD COLUMN "nameOrder" TEXT NOT NULL DEFAULT '';

-- AlterTable
ALTER TABLE "IdentityProvider" ADD COLUMN "nameOrder" TEXT NOT NULL DEFAULT '';

-- AlterTable
ALTER TABLE "Role" ADD COLUMN "nameOrder" TEXT NOT NULL DEFAULT '';

-- AlterTable
ALTER TABLE "SavedView" ADD COLUMN "nameOrder" TEXT NOT NULL DEFAULT '';

-- AlterTable
ALTER TABLE "Tag" ADD COLUMN "nameOrder" TEXT NOT NULL DEFAULT '';

-- AlterTable
ALTER TABLE "Advisory" ADD COLUMN "artifactNameOrder" TEXT NOT NULL DEFAULT '';

-- CreateIndex
CREATE INDEX "AccountAssociation_nameOrder_uid_idx" ON "AccountAssociation"("nameOrder", "uid");

-- CreateIndex
CREATE INDEX "Identity_nameOrder_uid_idx" ON "Identity"("nameOrder", "uid");

-- CreateIndex
CREATE INDEX "IdentityKey_nameOrder_uid_idx" ON "IdentityKey"("nameOrder", "uid");

-- CreateIndex
CREATE INDEX "IdentityProvider_nameOrder_uid_idx" ON "IdentityProvider"("nameOrder", "uid");

-- CreateIndex
CREATE INDEX "Role_nameOrder_uid_idx" ON "Role"("nameOrder", "uid");

-- CreateIndex
CREATE INDEX "SavedView_nameOrder_uid_idx" ON "SavedView"("nameOrder", "uid");

-- CreateIndex
CREATE INDEX "Tag_nameOrder_uid_idx" ON "Tag"("nameOrder", "uid");

-- CreateIndex
CREATE INDEX "Identity_uid_nameOrder_idx" ON "Identity"("uid", "nameOrder");

-- CreateIndex
CREATE INDEX "Tag_uid_nameOrder_idx" ON "Tag"("uid", "nameOrder");

-- CreateIndex
CREATE INDEX "Advisory_artifactNameOrder_uid_idx" ON "Advisory"("artifactNameOrder", "uid");

-- CreateIndex
CREATE INDEX "Advisory_uid_artifactNameOrder_idx" ON "Advisory"("uid", "artifactNameOrder");
