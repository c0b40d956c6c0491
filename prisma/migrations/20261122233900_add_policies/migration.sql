-- CreateTable
CREATE TABLE "Policy" (
    "uid" TEXT NOT NULL PRIMARY KEY,
    "secondFactor" TEXT,
    "sessionIdle" INTEGER,
    "sessionAbsolute" INTEGER,
    "consoleNetworks" JSONB NOT NULL,
    "apiNetworks" JSONB NOT NULL,
    "createTime" DATETIME NOT NULL,
    "updateTime" DATETIME NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 1,
    CONSTRAINT "Policy_uid_fkey" FOREIGN KEY ("uid") REFERENCES "Group" ("uid") ON DELETE CASCADE ON UPDATE CASCADE
);

-- AlterTable
ALTER TABLE "Session" ADD COLUMN "secondFactor" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "Session" ADD COLUMN "longestPause" INTEGER NOT NULL DEFAULT 0;
