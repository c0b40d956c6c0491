-- CreateTable
CREATE TABLE "AccessRevision" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "value" INTEGER NOT NULL
);
