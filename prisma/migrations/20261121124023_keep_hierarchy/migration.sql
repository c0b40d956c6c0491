-- CreateTable
CREATE TABLE "Place" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "uid" TEXT NOT NULL
);

-- CreateTable
CREATE TABLE "Tally" (
    "place" INTEGER NOT NULL,
    "type" INTEGER NOT NULL,
    "here" INTEGER NOT NULL,
    "below" INTEGER NOT NULL,
    "ranked" BOOLEAN NOT NULL DEFAULT false,

    PRIMARY KEY ("place", "type")
) WITHOUT ROWID;

-- CreateTable
CREATE TABLE "Ranking" (
    "place" INTEGER NOT NULL,
    "list" INTEGER NOT NULL,
    "key" BLOB NOT NULL,
    "tail" BLOB NOT NULL,

    PRIMARY KEY ("place", "list", "key", "tail")
) WITHOUT ROWID;

-- CreateIndex
CREATE UNIQUE INDEX "Place_uid_key" ON "Place"("uid");
