-- CreateTable
CREATE TABLE "Group" (
    "uid" TEXT NOT NULL PRIMARY KEY,
    "parent" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "resourceLimits" JSONB NOT NULL,
    "verified" BOOLEAN NOT NULL DEFAULT false,
    "createTime" DATETIME NOT NULL,
    "updateTime" DATETIME NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 1
);

-- CreateTable
CREATE TABLE "Identity" (
    "uid" TEXT NOT NULL PRIMARY KEY,
    "parent" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "issuer" TEXT,
    "issuerPattern" TEXT,
    "subject" TEXT,
    "subjectPattern" TEXT,
    "audience" TEXT,
    "audiencePattern" TEXT,
    "claims" JSONB NOT NULL,
    "claimPatterns" JSONB NOT NULL,
    "email" TEXT,
    "emailUnverified" BOOLEAN,
    "lastSeenTime" DATETIME NOT NULL,
    "createTime" DATETIME NOT NULL,
    "updateTime" DATETIME NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 1,
    CONSTRAINT "Identity_parent_fkey" FOREIGN KEY ("parent") REFERENCES "Group" ("uid") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Role" (
    "uid" TEXT NOT NULL PRIMARY KEY,
    "parent" TEXT,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "capabilities" JSONB NOT NULL,
    "createTime" DATETIME NOT NULL,
    "updateTime" DATETIME NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 1,
    CONSTRAINT "Role_parent_fkey" FOREIGN KEY ("parent") REFERENCES "Group" ("uid") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "RoleBinding" (
    "uid" TEXT NOT NULL PRIMARY KEY,
    "parent" TEXT NOT NULL,
    "identityUid" TEXT NOT NULL,
    "roleUid" TEXT NOT NULL,
    "createTime" DATETIME NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 1,
    CONSTRAINT "RoleBinding_parent_fkey" FOREIGN KEY ("parent") REFERENCES "Group" ("uid") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "RoleBinding_identityUid_fkey" FOREIGN KEY ("identityUid") REFERENCES "Identity" ("uid") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "RoleBinding_roleUid_fkey" FOREIGN KEY ("roleUid") REFERENCES "Role" ("uid") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "IdentityProvider" (
    "uid" TEXT NOT NULL PRIMARY KEY,
    "parent" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "defaultRole" TEXT,
    "issuer" TEXT NOT NULL,
    "clientId" TEXT NOT NULL,
    "clientSecret" TEXT,
    "additionalScopes" JSONB NOT NULL,
    "createTime" DATETIME NOT NULL,
    "updateTime" DATETIME NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 1,
    CONSTRAINT "IdentityProvider_parent_fkey" FOREIGN KEY ("parent") REFERENCES "Group" ("uid") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "IdentityProvider_defaultRole_fkey" FOREIGN KEY ("defaultRole") REFERENCES "Role" ("uid") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "AccountAssociation" (
    "uid" TEXT NOT NULL PRIMARY KEY,
    "parent" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "amazon" JSONB,
    "google" JSONB,
    "azure" JSONB,
    "github" JSONB,
    "createTime" DATETIME NOT NULL,
    "updateTime" DATETIME NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 1,
    CONSTRAINT "AccountAssociation_parent_fkey" FOREIGN KEY ("parent") REFERENCES "Group" ("uid") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "GroupInvite" (
    "uid" TEXT NOT NULL PRIMARY KEY,
    "parent" TEXT NOT NULL,
    "roleUid" TEXT NOT NULL,
    "email" TEXT,
    "singleUse" BOOLEAN NOT NULL DEFAULT false,
    "keyId" TEXT NOT NULL,
    "codeHash" TEXT NOT NULL,
    "expirationTime" DATETIME NOT NULL,
    "usedTime" DATETIME,
    "createTime" DATETIME NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 1,
    CONSTRAINT "GroupInvite_parent_fkey" FOREIGN KEY ("parent") REFERENCES "Group" ("uid") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "GroupInvite_roleUid_fkey" FOREIGN KEY ("roleUid") REFERENCES "Role" ("uid") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Repo" (
    "uid" TEXT NOT NULL PRIMARY KEY,
    "parent" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "catalogTier" TEXT NOT NULL DEFAULT 'CATALOG_TIER_UNSPECIFIED',
    "bundles" JSONB NOT NULL,
    "aliases" JSONB NOT NULL,
    "activeTags" JSONB NOT NULL,
    "readme" TEXT NOT NULL DEFAULT '',
    "createTime" DATETIME NOT NULL,
    "updateTime" DATETIME NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 1,
    CONSTRAINT "Repo_parent_fkey" FOREIGN KEY ("parent") REFERENCES "Group" ("uid") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Tag" (
    "uid" TEXT NOT NULL PRIMARY KEY,
    "parent" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "digest" TEXT NOT NULL,
    "deprecated" BOOLEAN NOT NULL DEFAULT false,
    "bundles" JSONB NOT NULL,
    "mediaType" TEXT NOT NULL DEFAULT '',
    "sizeBytes" BIGINT NOT NULL DEFAULT 0,
    "architectures" JSONB NOT NULL,
    "createTime" DATETIME NOT NULL,
    "updateTime" DATETIME NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 1,
    CONSTRAINT "Tag_parent_fkey" FOREIGN KEY ("parent") REFERENCES "Repo" ("uid") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Advisory" (
    "uid" TEXT NOT NULL PRIMARY KEY,
    "parent" TEXT NOT NULL,
    "advisoryId" TEXT NOT NULL,
    "artifactName" TEXT NOT NULL,
    "artifactType" TEXT NOT NULL,
    "artifactArchitecture" TEXT NOT NULL DEFAULT '',
    "componentName" TEXT NOT NULL DEFAULT '',
    "componentType" TEXT NOT NULL DEFAULT '',
    "componentLocation" TEXT NOT NULL DEFAULT '',
    "summary" TEXT NOT NULL DEFAULT '',
    "author" TEXT NOT NULL DEFAULT '',
    "severity" INTEGER NOT NULL DEFAULT 0,
    "severities" JSONB NOT NULL,
    "status" TEXT NOT NULL,
    "fixedVersion" TEXT NOT NULL DEFAULT '',
    "aliases" JSONB NOT NULL,
    "events" JSONB NOT NULL,
    "createTime" DATETIME NOT NULL,
    "updateTime" DATETIME NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 1,
    CONSTRAINT "Advisory_parent_fkey" FOREIGN KEY ("parent") REFERENCES "Group" ("uid") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "AdvisoryAlias" (
    "alias" TEXT NOT NULL,
    "advisoryUid" TEXT NOT NULL,

    PRIMARY KEY ("alias", "advisoryUid"),
    CONSTRAINT "AdvisoryAlias_advisoryUid_fkey" FOREIGN KEY ("advisoryUid") REFERENCES "Advisory" ("uid") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "AuditEvent" (
    "uid" TEXT NOT NULL PRIMARY KEY,
    "parent" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "actor" TEXT NOT NULL,
    "identities" JSONB NOT NULL,
    "resource" TEXT NOT NULL,
    "operation" TEXT NOT NULL,
    "requestId" TEXT NOT NULL,
    "result" TEXT NOT NULL,
    "before" JSONB,
    "after" JSONB,
    "createTime" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "Account" (
    "email" TEXT NOT NULL PRIMARY KEY,
    "passwordHash" TEXT NOT NULL,
    "identityUid" TEXT NOT NULL,
    "createTime" DATETIME NOT NULL,
    "updateTime" DATETIME NOT NULL,
    CONSTRAINT "Account_identityUid_fkey" FOREIGN KEY ("identityUid") REFERENCES "Identity" ("uid") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Session" (
    "uid" TEXT NOT NULL PRIMARY KEY,
    "issuer" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "userAgent" TEXT NOT NULL DEFAULT '',
    "createTime" DATETIME NOT NULL,
    "lastSeenTime" DATETIME NOT NULL,
    "expireTime" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "Attempt" (
    "key" TEXT NOT NULL PRIMARY KEY,
    "failures" INTEGER NOT NULL,
    "retryTime" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "Setting" (
    "key" TEXT NOT NULL PRIMARY KEY,
    "value" TEXT NOT NULL
);

-- CreateIndex
CREATE INDEX "Group_parent_createTime_uid_idx" ON "Group"("parent", "createTime", "uid");

-- CreateIndex
CREATE INDEX "Group_parent_updateTime_uid_idx" ON "Group"("parent", "updateTime", "uid");

-- CreateIndex
CREATE INDEX "Group_name_uid_idx" ON "Group"("name", "uid");

-- CreateIndex
CREATE INDEX "Group_createTime_uid_idx" ON "Group"("createTime", "uid");

-- CreateIndex
CREATE INDEX "Group_updateTime_uid_idx" ON "Group"("updateTime", "uid");

-- CreateIndex
CREATE UNIQUE INDEX "Group_parent_name_key" ON "Group"("parent", "name");

-- CreateIndex
CREATE INDEX "Identity_issuer_subject_idx" ON "Identity"("issuer", "subject");

-- CreateIndex
CREATE INDEX "Identity_parent_createTime_uid_idx" ON "Identity"("parent", "createTime", "uid");

-- CreateIndex
CREATE INDEX "Identity_parent_updateTime_uid_idx" ON "Identity"("parent", "updateTime", "uid");

-- CreateIndex
CREATE INDEX "Identity_parent_lastSeenTime_uid_idx" ON "Identity"("parent", "lastSeenTime", "uid");

-- CreateIndex
CREATE INDEX "Identity_name_uid_idx" ON "Identity"("name", "uid");

-- CreateIndex
CREATE INDEX "Identity_createTime_uid_idx" ON "Identity"("createTime", "uid");

-- CreateIndex
CREATE INDEX "Identity_updateTime_uid_idx" ON "Identity"("updateTime", "uid");

-- CreateIndex
CREATE INDEX "Identity_lastSeenTime_uid_idx" ON "Identity"("lastSeenTime", "uid");

-- CreateIndex
CREATE UNIQUE INDEX "Identity_parent_name_key" ON "Identity"("parent", "name");

-- CreateIndex
CREATE UNIQUE INDEX "Identity_parent_issuer_subject_key" ON "Identity"("parent", "issuer", "subject");

-- CreateIndex
CREATE INDEX "Role_parent_createTime_uid_idx" ON "Role"("parent", "createTime", "uid");

-- CreateIndex
CREATE INDEX "Role_parent_updateTime_uid_idx" ON "Role"("parent", "updateTime", "uid");

-- CreateIndex
CREATE INDEX "Role_name_uid_idx" ON "Role"("name", "uid");

-- CreateIndex
CREATE INDEX "Role_createTime_uid_idx" ON "Role"("createTime", "uid");

-- CreateIndex
CREATE INDEX "Role_updateTime_uid_idx" ON "Role"("updateTime", "uid");

-- CreateIndex
CREATE UNIQUE INDEX "Role_parent_name_key" ON "Role"("parent", "name");

-- CreateIndex
CREATE INDEX "RoleBinding_identityUid_idx" ON "RoleBinding"("identityUid");

-- CreateIndex
CREATE INDEX "RoleBinding_roleUid_parent_idx" ON "RoleBinding"("roleUid", "parent");

-- CreateIndex
CREATE INDEX "RoleBinding_parent_createTime_uid_idx" ON "RoleBinding"("parent", "createTime", "uid");

-- CreateIndex
CREATE INDEX "RoleBinding_createTime_uid_idx" ON "RoleBinding"("createTime", "uid");

-- CreateIndex
CREATE UNIQUE INDEX "RoleBinding_parent_identityUid_roleUid_key" ON "RoleBinding"("parent", "identityUid", "roleUid");

-- CreateIndex
CREATE INDEX "IdentityProvider_issuer_idx" ON "IdentityProvider"("issuer");

-- CreateIndex
CREATE INDEX "IdentityProvider_defaultRole_idx" ON "IdentityProvider"("defaultRole");

-- CreateIndex
CREATE INDEX "IdentityProvider_parent_createTime_uid_idx" ON "IdentityProvider"("parent", "createTime", "uid");

-- CreateIndex
CREATE INDEX "IdentityProvider_parent_updateTime_uid_idx" ON "IdentityProvider"("parent", "updateTime", "uid");

-- CreateIndex
CREATE INDEX "IdentityProvider_name_uid_idx" ON "IdentityProvider"("name", "uid");

-- CreateIndex
CREATE INDEX "IdentityProvider_createTime_uid_idx" ON "IdentityProvider"("createTime", "uid");

-- CreateIndex
CREATE INDEX "IdentityProvider_updateTime_uid_idx" ON "IdentityProvider"("updateTime", "uid");

-- CreateIndex
CREATE UNIQUE INDEX "IdentityProvider_parent_name_key" ON "IdentityProvider"("parent", "name");

-- CreateIndex
CREATE UNIQUE INDEX "AccountAssociation_parent_key" ON "AccountAssociation"("parent");

-- CreateIndex
CREATE INDEX "AccountAssociation_name_uid_idx" ON "AccountAssociation"("name", "uid");

-- CreateIndex
CREATE INDEX "AccountAssociation_createTime_uid_idx" ON "AccountAssociation"("createTime", "uid");

-- CreateIndex
CREATE INDEX "AccountAssociation_updateTime_uid_idx" ON "AccountAssociation"("updateTime", "uid");

-- CreateIndex
CREATE UNIQUE INDEX "GroupInvite_keyId_key" ON "GroupInvite"("keyId");

-- CreateIndex
CREATE INDEX "GroupInvite_roleUid_idx" ON "GroupInvite"("roleUid");

-- CreateIndex
CREATE INDEX "GroupInvite_parent_createTime_uid_idx" ON "GroupInvite"("parent", "createTime", "uid");

-- CreateIndex
CREATE INDEX "GroupInvite_parent_expirationTime_uid_idx" ON "GroupInvite"("parent", "expirationTime", "uid");

-- CreateIndex
CREATE INDEX "GroupInvite_createTime_uid_idx" ON "GroupInvite"("createTime", "uid");

-- CreateIndex
CREATE INDEX "GroupInvite_expirationTime_uid_idx" ON "GroupInvite"("expirationTime", "uid");

-- CreateIndex
CREATE INDEX "Repo_parent_createTime_uid_idx" ON "Repo"("parent", "createTime", "uid");

-- CreateIndex
CREATE INDEX "Repo_parent_updateTime_uid_idx" ON "Repo"("parent", "updateTime", "uid");

-- CreateIndex
CREATE INDEX "Repo_name_uid_idx" ON "Repo"("name", "uid");

-- CreateIndex
CREATE INDEX "Repo_createTime_uid_idx" ON "Repo"("createTime", "uid");

-- CreateIndex
CREATE INDEX "Repo_updateTime_uid_idx" ON "Repo"("updateTime", "uid");

-- CreateIndex
CREATE UNIQUE INDEX "Repo_parent_name_key" ON "Repo"("parent", "name");

-- CreateIndex
CREATE INDEX "Tag_digest_idx" ON "Tag"("digest");

-- CreateIndex
CREATE INDEX "Tag_parent_createTime_uid_idx" ON "Tag"("parent", "createTime", "uid");

-- CreateIndex
CREATE INDEX "Tag_parent_updateTime_uid_idx" ON "Tag"("parent", "updateTime", "uid");

-- CreateIndex
CREATE INDEX "Tag_name_uid_idx" ON "Tag"("name", "uid");

-- CreateIndex
CREATE INDEX "Tag_createTime_uid_idx" ON "Tag"("createTime", "uid");

-- CreateIndex
CREATE INDEX "Tag_updateTime_uid_idx" ON "Tag"("updateTime", "uid");

-- CreateIndex
CREATE UNIQUE INDEX "Tag_parent_name_key" ON "Tag"("parent", "name");

-- CreateIndex
CREATE INDEX "Advisory_advisoryId_uid_idx" ON "Advisory"("advisoryId", "uid");

-- CreateIndex
CREATE INDEX "Advisory_artifactName_uid_idx" ON "Advisory"("artifactName", "uid");

-- CreateIndex
CREATE INDEX "Advisory_severity_uid_idx" ON "Advisory"("severity", "uid");

-- CreateIndex
CREATE INDEX "Advisory_status_uid_idx" ON "Advisory"("status", "uid");

-- CreateIndex
CREATE INDEX "Advisory_parent_createTime_uid_idx" ON "Advisory"("parent", "createTime", "uid");

-- CreateIndex
CREATE INDEX "Advisory_parent_updateTime_uid_idx" ON "Advisory"("parent", "updateTime", "uid");

-- CreateIndex
CREATE INDEX "Advisory_createTime_uid_idx" ON "Advisory"("createTime", "uid");

-- CreateIndex
CREATE INDEX "Advisory_updateTime_uid_idx" ON "Advisory"("updateTime", "uid");

-- CreateIndex
CREATE UNIQUE INDEX "Advisory_parent_advisoryId_artifactName_artifactType_artifactArchitecture_componentName_componentLocation_key" ON "Advisory"("parent", "advisoryId", "artifactName", "artifactType", "artifactArchitecture", "componentName", "componentLocation");

-- CreateIndex
CREATE INDEX "AdvisoryAlias_advisoryUid_idx" ON "AdvisoryAlias"("advisoryUid");

-- CreateIndex
CREATE INDEX "AuditEvent_createTime_uid_idx" ON "AuditEvent"("createTime", "uid");

-- CreateIndex
CREATE INDEX "AuditEvent_parent_createTime_uid_idx" ON "AuditEvent"("parent", "createTime", "uid");

-- CreateIndex
CREATE INDEX "AuditEvent_actor_createTime_uid_idx" ON "AuditEvent"("actor", "createTime", "uid");

-- CreateIndex
CREATE INDEX "AuditEvent_resource_createTime_uid_idx" ON "AuditEvent"("resource", "createTime", "uid");

-- CreateIndex
CREATE INDEX "AuditEvent_type_createTime_uid_idx" ON "AuditEvent"("type", "createTime", "uid");

-- CreateIndex
CREATE UNIQUE INDEX "Account_identityUid_key" ON "Account"("identityUid");

-- CreateIndex
CREATE INDEX "Session_issuer_subject_idx" ON "Session"("issuer", "subject");

-- CreateIndex
CREATE INDEX "Session_expireTime_idx" ON "Session"("expireTime");

-- CreateIndex
CREATE INDEX "Attempt_retryTime_idx" ON "Attempt"("retryTime");
