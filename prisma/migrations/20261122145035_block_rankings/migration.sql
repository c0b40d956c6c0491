-- CreateTable
CREATE TABLE "RankingBlock" (
    "place" INTEGER NOT NULL,
    "list" INTEGER NOT NULL,
    "level" INTEGER NOT NULL,
    "key" BLOB NOT NULL,
    "tail" BLOB NOT NULL,
    "count" INTEGER NOT NULL,

    PRIMARY KEY ("place", "list", "level", "key", "tail")
) WITHOUT ROWID;
