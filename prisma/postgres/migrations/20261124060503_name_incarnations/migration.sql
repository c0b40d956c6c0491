-- Without a log, so that a crash or a promotion empties it.
CREATE UNLOGGED TABLE "Incarnation" (
    "id" INTEGER NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "Incarnation_pkey" PRIMARY KEY ("id")
);
