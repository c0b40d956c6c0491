-- Every account stays, and keeps its address as its key. An address counts as verified where it is the
-- one of the account's identity and "emailUnverified" is not set there, as before.

-- AlterTable
ALTER TABLE "Account" ADD COLUMN "sharedEmail" TEXT;

-- CreateIndex
CREATE INDEX "Account_sharedEmail_idx" ON "Account"("sharedEmail");
