-- CreateTable
CREATE TABLE "AdvisoryTally" (
    "place" INTEGER NOT NULL,
    "severity" INTEGER NOT NULL,
    "status" TEXT NOT NULL,
    "artifactType" TEXT NOT NULL,
    "count" INTEGER NOT NULL,

    PRIMARY KEY ("place", "severity", "status", "artifactType")
) WITHOUT ROWID;
