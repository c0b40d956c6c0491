-- AlterTable
ALTER TABLE "AuditEvent" ADD COLUMN     "chain" TEXT COLLATE "C" NOT NULL DEFAULT '',
ADD COLUMN     "hash" TEXT COLLATE "C",
ADD COLUMN     "sequence" INTEGER;

-- CreateIndex
CREATE UNIQUE INDEX "AuditEvent_chain_sequence_key" ON "AuditEvent"("chain", "sequence");

-- CreateTable
CREATE TABLE "ChainHead" (
    "chain" TEXT COLLATE "C" NOT NULL,
    "head" TEXT COLLATE "C",
    "checkpoint" TEXT COLLATE "C",

    CONSTRAINT "ChainHead_pkey" PRIMARY KEY ("chain")
);
