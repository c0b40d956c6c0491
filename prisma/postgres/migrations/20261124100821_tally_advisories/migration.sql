-- CreateTable
CREATE TABLE "AdvisoryTally" (
    "place" INTEGER NOT NULL,
    "severity" INTEGER NOT NULL,
    "status" TEXT COLLATE "C" NOT NULL,
    "artifactType" TEXT COLLATE "C" NOT NULL,
    "count" INTEGER NOT NULL,

    CONSTRAINT "AdvisoryTally_pkey" PRIMARY KEY ("place","severity","status","artifactType")
);
