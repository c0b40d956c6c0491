-- AlterTable
ALTER TABLE "Group" ADD COLUMN "foundedBy" TEXT;

-- CreateTable
CREATE TABLE "Share" (
    "uid" TEXT NOT NULL PRIMARY KEY,
    "resourceLimits" JSONB NOT NULL
);

-- CreateIndex
CREATE INDEX "Group_foundedBy_idx" ON "Group"("foundedBy");
