-- AlterTable
ALTER TABLE "Subscription" ADD COLUMN     "taken" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "EventRow" (
    "run" TEXT COLLATE "C" NOT NULL,
    "nth" INTEGER NOT NULL,
    "chain" TEXT COLLATE "C" NOT NULL DEFAULT '',
    "sequence" INTEGER,
    "type" TEXT COLLATE "C" NOT NULL,
    "subject" TEXT COLLATE "C" NOT NULL,
    "count" INTEGER NOT NULL DEFAULT 1,
    "createTime" BIGINT NOT NULL,

    CONSTRAINT "EventRow_pkey" PRIMARY KEY ("run","nth")
);

-- CreateIndex
CREATE INDEX "EventRow_createTime_idx" ON "EventRow"("createTime");

-- CreateIndex
CREATE UNIQUE INDEX "EventRow_chain_sequence_nth_key" ON "EventRow"("chain", "sequence", "nth");
