-- CreateTable
CREATE TABLE "RankingBlock" (
    "place" INTEGER NOT NULL,
    "list" INTEGER NOT NULL,
    "level" INTEGER NOT NULL,
    "key" BYTEA NOT NULL,
    "tail" BYTEA NOT NULL,
    "count" INTEGER NOT NULL,

    CONSTRAINT "RankingBlock_pkey" PRIMARY KEY ("place","list","level","key","tail")
);
