-- AlterTable
ALTER TABLE "Session" ADD COLUMN     "longestPause" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "secondFactor" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "Policy" (
    "uid" TEXT COLLATE "C" NOT NULL,
    "secondFactor" TEXT COLLATE "C",
    "sessionIdle" INTEGER,
    "sessionAbsolute" INTEGER,
    "consoleNetworks" JSON NOT NULL,
    "apiNetworks" JSON NOT NULL,
    "createTime" BIGINT NOT NULL,
    "updateTime" BIGINT NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "Policy_pkey" PRIMARY KEY ("uid")
);

-- AddForeignKey
ALTER TABLE "Policy" ADD CONSTRAINT "Policy_uid_fkey" FOREIGN KEY ("uid") REFERENCES "Group"("uid") ON DELETE CASCADE ON UPDATE CASCADE;
