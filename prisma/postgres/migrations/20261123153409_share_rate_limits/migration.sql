-- Without a log for crashes, after which each process still has its own counts.
CREATE UNLOGGED TABLE "RequestBucket" (
    "key" TEXT COLLATE "C" NOT NULL,
    "fullTime" BIGINT NOT NULL,
    "windowMs" INTEGER NOT NULL,

    CONSTRAINT "RequestBucket_pkey" PRIMARY KEY ("key")
);
