-- A table that is made anew would lose its triggers, and with them all counts.
ALTER TABLE "AuditEvent" ADD COLUMN "chain" TEXT NOT NULL DEFAULT '';
ALTER TABLE "AuditEvent" ADD COLUMN "sequence" INTEGER;
ALTER TABLE "AuditEvent" ADD COLUMN "hash" TEXT;

-- CreateIndex
CREATE UNIQUE INDEX "AuditEvent_chain_sequence_key" ON "AuditEvent"("chain", "sequence");

-- CreateTable
CREATE TABLE "ChainHead" (
    "chain" TEXT NOT NULL PRIMARY KEY,
    "head" TEXT,
    "checkpoint" TEXT
);
