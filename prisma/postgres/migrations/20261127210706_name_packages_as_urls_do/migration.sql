-- AlterTable
ALTER TABLE "Advisory" ADD COLUMN     "artifactNameAlike" TEXT COLLATE "C" NOT NULL DEFAULT '';

-- CreateIndex
CREATE INDEX "Advisory_parent_advisoryId_artifactNameAlike_idx" ON "Advisory"("parent", "advisoryId", "artifactNameAlike");
