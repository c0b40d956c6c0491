-- The spellings of one package have one form here, by which imports look them up.
ALTER TABLE "Advisory" ADD COLUMN "artifactNameAlike" TEXT NOT NULL DEFAULT '';

-- CreateIndex
CREATE INDEX "Advisory_parent_advisoryId_artifactNameAlike_idx" ON "Advisory"("parent", "advisoryId", "artifactNameAlike");
