-- CreateTable
CREATE TABLE "IdentityKey" (
    "uid" TEXT COLLATE "C" NOT NULL,
    "parent" TEXT COLLATE "C" NOT NULL,
    "identityUid" TEXT COLLATE "C" NOT NULL,
    "roleUid" TEXT COLLATE "C",
    "name" TEXT COLLATE "C" NOT NULL,
    "keyId" TEXT COLLATE "C" NOT NULL,
    "keyHash" TEXT COLLATE "C" NOT NULL,
    "allowedNetworks" JSON NOT NULL,
    "expirationTime" BIGINT NOT NULL,
    "lastUsedTime" BIGINT,
    "lastUsedNetwork" TEXT COLLATE "C",
    "createTime" BIGINT NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "IdentityKey_pkey" PRIMARY KEY ("uid")
);

-- CreateIndex
CREATE UNIQUE INDEX "IdentityKey_keyId_key" ON "IdentityKey"("keyId");

-- CreateIndex
CREATE INDEX "IdentityKey_roleUid_idx" ON "IdentityKey"("roleUid");

-- CreateIndex
CREATE INDEX "IdentityKey_parent_name_uid_idx" ON "IdentityKey"("parent", "name", "uid");

-- CreateIndex
CREATE INDEX "IdentityKey_parent_createTime_uid_idx" ON "IdentityKey"("parent", "createTime", "uid");

-- CreateIndex
CREATE INDEX "IdentityKey_parent_expirationTime_uid_idx" ON "IdentityKey"("parent", "expirationTime", "uid");

-- CreateIndex
CREATE INDEX "IdentityKey_name_uid_idx" ON "IdentityKey"("name", "uid");

-- CreateIndex
CREATE INDEX "IdentityKey_createTime_uid_idx" ON "IdentityKey"("createTime", "uid");

-- CreateIndex
CREATE INDEX "IdentityKey_expirationTime_uid_idx" ON "IdentityKey"("expirationTime", "uid");

-- CreateIndex
CREATE UNIQUE INDEX "IdentityKey_identityUid_name_key" ON "IdentityKey"("identityUid", "name");

-- AddForeignKey
ALTER TABLE "IdentityKey" ADD CONSTRAINT "IdentityKey_parent_fkey" FOREIGN KEY ("parent") REFERENCES "Group"("uid") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "IdentityKey" ADD CONSTRAINT "IdentityKey_identityUid_fkey" FOREIGN KEY ("identityUid") REFERENCES "Identity"("uid") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "IdentityKey" ADD CONSTRAINT "IdentityKey_roleUid_fkey" FOREIGN KEY ("roleUid") REFERENCES "Role"("uid") ON DELETE RESTRICT ON UPDATE CASCADE;
