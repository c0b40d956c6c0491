-- AlterTable
ALTER TABLE "Tag" ADD COLUMN     "nameNatural" TEXT COLLATE "C" NOT NULL DEFAULT '';

-- CreateIndex
CREATE INDEX "Tag_nameNatural_uid_idx" ON "Tag"("nameNatural", "uid");
