-- CreateTable
CREATE TABLE "V1Caller" (
    "identityUid" TEXT COLLATE "C" NOT NULL,
    "operation" TEXT COLLATE "C" NOT NULL,
    "count" INTEGER NOT NULL,
    "firstTime" BIGINT NOT NULL,
    "lastTime" BIGINT NOT NULL,

    CONSTRAINT "V1Caller_pkey" PRIMARY KEY ("identityUid","operation")
);

-- AddForeignKey
ALTER TABLE "V1Caller" ADD CONSTRAINT "V1Caller_identityUid_fkey" FOREIGN KEY ("identityUid") REFERENCES "Identity"("uid") ON DELETE CASCADE ON UPDATE CASCADE;
