-- CreateTable
CREATE TABLE "RequestBucket" (
    "key" TEXT NOT NULL PRIMARY KEY,
    "fullTime" DATETIME NOT NULL,
    "windowMs" INTEGER NOT NULL
);
