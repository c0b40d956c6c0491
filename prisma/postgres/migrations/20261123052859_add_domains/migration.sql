-- CreateTable
CREATE TABLE "Domain" (
    "uid" TEXT COLLATE "C" NOT NULL,
    "parent" TEXT COLLATE "C" NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "challenge" TEXT COLLATE "C" NOT NULL,
    "verifiedName" TEXT COLLATE "C",
    "verifiedTime" BIGINT,
    "checkTime" BIGINT,
    "checkResult" TEXT COLLATE "C",
    "failingTime" BIGINT,
    "nextCheckTime" BIGINT,
    "createTime" BIGINT NOT NULL,

    CONSTRAINT "Domain_pkey" PRIMARY KEY ("uid")
);

-- CreateIndex
CREATE UNIQUE INDEX "Domain_verifiedName_key" ON "Domain"("verifiedName");

-- CreateIndex
CREATE INDEX "Domain_nextCheckTime_idx" ON "Domain"("nextCheckTime");

-- CreateIndex
CREATE UNIQUE INDEX "Domain_parent_name_key" ON "Domain"("parent", "name");

-- AddForeignKey
ALTER TABLE "Domain" ADD CONSTRAINT "Domain_parent_fkey" FOREIGN KEY ("parent") REFERENCES "Group"("uid") ON DELETE CASCADE ON UPDATE CASCADE;
