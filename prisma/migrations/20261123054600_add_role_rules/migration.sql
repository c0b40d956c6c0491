-- AlterTable
ALTER TABLE "IdentityProvider" ADD COLUMN "roleRules" JSONB;

-- AlterTable
ALTER TABLE "RoleBinding" ADD COLUMN "providerUid" TEXT;

-- CreateIndex
CREATE INDEX "RoleBinding_providerUid_idx" ON "RoleBinding"("providerUid");
