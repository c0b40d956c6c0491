-- CreateTable
CREATE TABLE "EventRow" (
    "run" TEXT NOT NULL,
    "nth" INTEGER NOT NULL,
    "chain" TEXT NOT NULL DEFAULT '',
    "sequence" INTEGER,
    "type" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "count" INTEGER NOT NULL DEFAULT 1,
    "createTime" DATETIME NOT NULL,

    PRIMARY KEY ("run", "nth")
);

-- AlterTable
ALTER TABLE "Subscription" ADD COLUMN "taken" INTEGER NOT NULL DEFAULT 0;

-- CreateIndex
CREATE INDEX "EventRow_createTime_idx" ON "EventRow"("createTime");

-- CreateIndex
CREATE UNIQUE INDEX "EventRow_chain_sequence_nth_key" ON "EventRow"("chain", "sequence", "nth");
