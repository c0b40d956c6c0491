-- AlterTable
ALTER TABLE "Group" ADD COLUMN     "foundedBy" TEXT COLLATE "C";

-- CreateTable
CREATE TABLE "Share" (
    "uid" TEXT COLLATE "C" NOT NULL,
    "resourceLimits" JSON NOT NULL,

    CONSTRAINT "Share_pkey" PRIMARY KEY ("uid")
);

-- CreateIndex
CREATE INDEX "Group_foundedBy_idx" ON "Group"("foundedBy");
