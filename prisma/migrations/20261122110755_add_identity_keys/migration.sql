-- CreateTable
CREATE TABLE "IdentityKey" (
    "uid" TEXT NOT NULL PRIMARY KEY,
    "parent" TEXT NOT NULL,
    "identityUid" TEXT NOT NULL,
    "roleUid" TEXT,
    "name" TEXT NOT NULL,
    "keyId" TEXT NOT NULL,
    "keyHash" TEXT NOT NULL,
    "allowedNetworks" JSONB NOT NULL,
    "expirationTime" DATETIME NOT NULL,
    "lastUsedTime" DATETIME,
    "lastUsedNetwork" TEXT,
    "createTime" DATETIME NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 1,
    CONSTRAINT "IdentityKey_parent_fkey" FOREIGN KEY ("parent") REFERENCES "Group" ("uid") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "IdentityKey_identityUid_fkey" FOREIGN KEY ("identityUid") REFERENCES "Identity" ("uid") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "IdentityKey_roleUid_fkey" FOREIGN KEY ("roleUid") REFERENCES "Role" ("uid") ON DELETE RESTRICT ON UPDATE CASCADE
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
