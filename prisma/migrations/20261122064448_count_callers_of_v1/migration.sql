-- CreateTable
CREATE TABLE "V1Caller" (
    "identityUid" TEXT NOT NULL,
    "operation" TEXT NOT NULL,
    "count" INTEGER NOT NULL,
    "firstTime" DATETIME NOT NULL,
    "lastTime" DATETIME NOT NULL,

    PRIMARY KEY ("identityUid", "operation"),
    CONSTRAINT "V1Caller_identityUid_fkey" FOREIGN KEY ("identityUid") REFERENCES "Identity" ("uid") ON DELETE CASCADE ON UPDATE CASCADE
);
