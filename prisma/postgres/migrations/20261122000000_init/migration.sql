-- CreateTable
CREATE TABLE "Group" (
    "uid" TEXT COLLATE "C" NOT NULL,
    "parent" TEXT COLLATE "C" NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "description" TEXT COLLATE "C" NOT NULL DEFAULT '',
    "resourceLimits" JSON NOT NULL,
    "verified" BOOLEAN NOT NULL DEFAULT false,
    "createTime" BIGINT NOT NULL,
    "updateTime" BIGINT NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "Group_pkey" PRIMARY KEY ("uid")
);

-- CreateTable
CREATE TABLE "Identity" (
    "uid" TEXT COLLATE "C" NOT NULL,
    "parent" TEXT COLLATE "C" NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "description" TEXT COLLATE "C" NOT NULL DEFAULT '',
    "issuer" TEXT COLLATE "C",
    "issuerPattern" TEXT COLLATE "C",
    "subject" TEXT COLLATE "C",
    "subjectPattern" TEXT COLLATE "C",
    "audience" TEXT COLLATE "C",
    "audiencePattern" TEXT COLLATE "C",
    "claims" JSON NOT NULL,
    "claimPatterns" JSON NOT NULL,
    "email" TEXT COLLATE "C",
    "emailUnverified" BOOLEAN,
    "lastSeenTime" BIGINT NOT NULL,
    "createTime" BIGINT NOT NULL,
    "updateTime" BIGINT NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "Identity_pkey" PRIMARY KEY ("uid")
);

-- CreateTable
CREATE TABLE "Role" (
    "uid" TEXT COLLATE "C" NOT NULL,
    "parent" TEXT COLLATE "C",
    "name" TEXT COLLATE "C" NOT NULL,
    "description" TEXT COLLATE "C" NOT NULL DEFAULT '',
    "capabilities" JSON NOT NULL,
    "createTime" BIGINT NOT NULL,
    "updateTime" BIGINT NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "Role_pkey" PRIMARY KEY ("uid")
);

-- CreateTable
CREATE TABLE "RoleBinding" (
    "uid" TEXT COLLATE "C" NOT NULL,
    "parent" TEXT COLLATE "C" NOT NULL,
    "identityUid" TEXT COLLATE "C" NOT NULL,
    "roleUid" TEXT COLLATE "C" NOT NULL,
    "createTime" BIGINT NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "RoleBinding_pkey" PRIMARY KEY ("uid")
);

-- CreateTable
CREATE TABLE "IdentityProvider" (
    "uid" TEXT COLLATE "C" NOT NULL,
    "parent" TEXT COLLATE "C" NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "description" TEXT COLLATE "C" NOT NULL DEFAULT '',
    "defaultRole" TEXT COLLATE "C",
    "issuer" TEXT COLLATE "C" NOT NULL,
    "clientId" TEXT COLLATE "C" NOT NULL,
    "clientSecret" TEXT COLLATE "C",
    "additionalScopes" JSON NOT NULL,
    "createTime" BIGINT NOT NULL,
    "updateTime" BIGINT NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "IdentityProvider_pkey" PRIMARY KEY ("uid")
);

-- CreateTable
CREATE TABLE "AccountAssociation" (
    "uid" TEXT COLLATE "C" NOT NULL,
    "parent" TEXT COLLATE "C" NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "description" TEXT COLLATE "C" NOT NULL DEFAULT '',
    "amazon" JSON,
    "google" JSON,
    "azure" JSON,
    "github" JSON,
    "createTime" BIGINT NOT NULL,
    "updateTime" BIGINT NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "AccountAssociation_pkey" PRIMARY KEY ("uid")
);

-- CreateTable
CREATE TABLE "GroupInvite" (
    "uid" TEXT COLLATE "C" NOT NULL,
    "parent" TEXT COLLATE "C" NOT NULL,
    "roleUid" TEXT COLLATE "C" NOT NULL,
    "email" TEXT COLLATE "C",
    "singleUse" BOOLEAN NOT NULL DEFAULT false,
    "keyId" TEXT COLLATE "C" NOT NULL,
    "codeHash" TEXT COLLATE "C" NOT NULL,
    "expirationTime" BIGINT NOT NULL,
    "usedTime" BIGINT,
    "makerIdentities" JSON,
    "createTime" BIGINT NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "GroupInvite_pkey" PRIMARY KEY ("uid")
);

-- CreateTable
CREATE TABLE "RegistrySource" (
    "uid" TEXT COLLATE "C" NOT NULL,
    "parent" TEXT COLLATE "C" NOT NULL,
    "url" TEXT COLLATE "C" NOT NULL,
    "username" TEXT COLLATE "C" NOT NULL DEFAULT '',
    "password" TEXT COLLATE "C",
    "caCertificate" TEXT COLLATE "C" NOT NULL DEFAULT '',
    "interval" INTEGER,
    "notificationKeyId" TEXT COLLATE "C",
    "notificationHash" TEXT COLLATE "C",
    "notificationKeyTime" BIGINT,
    "state" TEXT COLLATE "C" NOT NULL DEFAULT 'IDLE',
    "run" JSON,
    "leaseHolder" TEXT COLLATE "C",
    "leaseTime" BIGINT,
    "lastSync" JSON,
    "nextSyncTime" BIGINT,
    "createTime" BIGINT NOT NULL,
    "updateTime" BIGINT NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "RegistrySource_pkey" PRIMARY KEY ("uid")
);

-- CreateTable
CREATE TABLE "Repo" (
    "uid" TEXT COLLATE "C" NOT NULL,
    "parent" TEXT COLLATE "C" NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "description" TEXT COLLATE "C" NOT NULL DEFAULT '',
    "catalogTier" TEXT COLLATE "C" NOT NULL DEFAULT 'CATALOG_TIER_UNSPECIFIED',
    "bundles" JSON NOT NULL,
    "aliases" JSON NOT NULL,
    "activeTags" JSON NOT NULL,
    "readme" TEXT COLLATE "C" NOT NULL DEFAULT '',
    "seenTime" BIGINT,
    "createTime" BIGINT NOT NULL,
    "updateTime" BIGINT NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "Repo_pkey" PRIMARY KEY ("uid")
);

-- CreateTable
CREATE TABLE "Tag" (
    "uid" TEXT COLLATE "C" NOT NULL,
    "parent" TEXT COLLATE "C" NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "digest" TEXT COLLATE "C" NOT NULL,
    "deprecated" BOOLEAN NOT NULL DEFAULT false,
    "bundles" JSON NOT NULL,
    "mediaType" TEXT COLLATE "C" NOT NULL DEFAULT '',
    "sizeBytes" BIGINT NOT NULL DEFAULT 0,
    "architectures" JSON NOT NULL,
    "referrers" JSON,
    "seenTime" BIGINT,
    "createTime" BIGINT NOT NULL,
    "updateTime" BIGINT NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "Tag_pkey" PRIMARY KEY ("uid")
);

-- CreateTable
CREATE TABLE "Advisory" (
    "uid" TEXT COLLATE "C" NOT NULL,
    "parent" TEXT COLLATE "C" NOT NULL,
    "advisoryId" TEXT COLLATE "C" NOT NULL,
    "artifactName" TEXT COLLATE "C" NOT NULL,
    "artifactType" TEXT COLLATE "C" NOT NULL,
    "artifactArchitecture" TEXT COLLATE "C" NOT NULL DEFAULT '',
    "componentName" TEXT COLLATE "C" NOT NULL DEFAULT '',
    "componentType" TEXT COLLATE "C" NOT NULL DEFAULT '',
    "componentLocation" TEXT COLLATE "C" NOT NULL DEFAULT '',
    "summary" TEXT COLLATE "C" NOT NULL DEFAULT '',
    "author" TEXT COLLATE "C" NOT NULL DEFAULT '',
    "severity" INTEGER NOT NULL DEFAULT 0,
    "severities" JSON NOT NULL,
    "status" TEXT COLLATE "C" NOT NULL,
    "fixedVersion" TEXT COLLATE "C" NOT NULL DEFAULT '',
    "aliases" JSON NOT NULL,
    "events" JSON NOT NULL,
    "origin" JSON,
    "createTime" BIGINT NOT NULL,
    "updateTime" BIGINT NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "Advisory_pkey" PRIMARY KEY ("uid")
);

-- CreateTable
CREATE TABLE "AdvisoryAlias" (
    "alias" TEXT COLLATE "C" NOT NULL,
    "advisoryUid" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "AdvisoryAlias_pkey" PRIMARY KEY ("alias","advisoryUid")
);

-- CreateTable
CREATE TABLE "AuditEvent" (
    "uid" TEXT COLLATE "C" NOT NULL,
    "parent" TEXT COLLATE "C" NOT NULL,
    "type" TEXT COLLATE "C" NOT NULL,
    "actor" TEXT COLLATE "C" NOT NULL,
    "identities" JSON NOT NULL,
    "issuer" TEXT COLLATE "C" NOT NULL DEFAULT '',
    "subject" TEXT COLLATE "C" NOT NULL DEFAULT '',
    "resource" TEXT COLLATE "C" NOT NULL,
    "operation" TEXT COLLATE "C" NOT NULL,
    "requestId" TEXT COLLATE "C" NOT NULL,
    "result" TEXT COLLATE "C" NOT NULL,
    "before" JSON,
    "after" JSON,
    "count" INTEGER NOT NULL DEFAULT 1,
    "createTime" BIGINT NOT NULL,

    CONSTRAINT "AuditEvent_pkey" PRIMARY KEY ("uid")
);

-- CreateTable
CREATE TABLE "Account" (
    "email" TEXT COLLATE "C" NOT NULL,
    "passwordHash" TEXT COLLATE "C" NOT NULL,
    "identityUid" TEXT COLLATE "C" NOT NULL,
    "createTime" BIGINT NOT NULL,
    "updateTime" BIGINT NOT NULL,

    CONSTRAINT "Account_pkey" PRIMARY KEY ("email")
);

-- CreateTable
CREATE TABLE "PasswordReset" (
    "email" TEXT COLLATE "C" NOT NULL,
    "keyId" TEXT COLLATE "C" NOT NULL,
    "codeHash" TEXT COLLATE "C" NOT NULL,
    "createTime" BIGINT NOT NULL,
    "expireTime" BIGINT NOT NULL,

    CONSTRAINT "PasswordReset_pkey" PRIMARY KEY ("email")
);

-- CreateTable
CREATE TABLE "Session" (
    "uid" TEXT COLLATE "C" NOT NULL,
    "issuer" TEXT COLLATE "C" NOT NULL,
    "subject" TEXT COLLATE "C" NOT NULL,
    "email" TEXT COLLATE "C" NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "userAgent" TEXT COLLATE "C" NOT NULL DEFAULT '',
    "claims" JSON,
    "provider" TEXT COLLATE "C",
    "createTime" BIGINT NOT NULL,
    "lastSeenTime" BIGINT NOT NULL,
    "expireTime" BIGINT NOT NULL,

    CONSTRAINT "Session_pkey" PRIMARY KEY ("uid")
);

-- CreateTable
CREATE TABLE "Attempt" (
    "key" TEXT COLLATE "C" NOT NULL,
    "failures" INTEGER NOT NULL,
    "retryTime" BIGINT NOT NULL,

    CONSTRAINT "Attempt_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "Setting" (
    "key" TEXT COLLATE "C" NOT NULL,
    "value" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "Setting_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "Place" (
    "id" SERIAL NOT NULL,
    "uid" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "Place_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Tally" (
    "place" INTEGER NOT NULL,
    "type" INTEGER NOT NULL,
    "here" INTEGER NOT NULL,
    "below" INTEGER NOT NULL,
    "ranked" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "Tally_pkey" PRIMARY KEY ("place","type")
);

-- CreateTable
CREATE TABLE "Ranking" (
    "place" INTEGER NOT NULL,
    "list" INTEGER NOT NULL,
    "key" BYTEA NOT NULL,
    "tail" BYTEA NOT NULL,

    CONSTRAINT "Ranking_pkey" PRIMARY KEY ("place","list","key","tail")
);

-- CreateTable
CREATE TABLE "AccessRevision" (
    "id" INTEGER NOT NULL,
    "value" INTEGER NOT NULL,

    CONSTRAINT "AccessRevision_pkey" PRIMARY KEY ("id")
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
CREATE INDEX "Identity_issuer_uid_idx" ON "Identity"("issuer", "uid");

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
CREATE UNIQUE INDEX "RegistrySource_parent_key" ON "RegistrySource"("parent");

-- CreateIndex
CREATE UNIQUE INDEX "RegistrySource_notificationKeyId_key" ON "RegistrySource"("notificationKeyId");

-- CreateIndex
CREATE INDEX "RegistrySource_state_idx" ON "RegistrySource"("state");

-- CreateIndex
CREATE INDEX "RegistrySource_nextSyncTime_idx" ON "RegistrySource"("nextSyncTime");

-- CreateIndex
CREATE INDEX "RegistrySource_createTime_uid_idx" ON "RegistrySource"("createTime", "uid");

-- CreateIndex
CREATE INDEX "RegistrySource_updateTime_uid_idx" ON "RegistrySource"("updateTime", "uid");

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
CREATE UNIQUE INDEX "Advisory_parent_advisoryId_artifactName_artifactType_artifa_key" ON "Advisory"("parent", "advisoryId", "artifactName", "artifactType", "artifactArchitecture", "componentName", "componentLocation");

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
CREATE UNIQUE INDEX "PasswordReset_keyId_key" ON "PasswordReset"("keyId");

-- CreateIndex
CREATE INDEX "Session_issuer_subject_idx" ON "Session"("issuer", "subject");

-- CreateIndex
CREATE INDEX "Session_provider_idx" ON "Session"("provider");

-- CreateIndex
CREATE INDEX "Session_expireTime_idx" ON "Session"("expireTime");

-- CreateIndex
CREATE INDEX "Attempt_retryTime_idx" ON "Attempt"("retryTime");

-- CreateIndex
CREATE UNIQUE INDEX "Place_uid_key" ON "Place"("uid");

-- AddForeignKey
ALTER TABLE "Identity" ADD CONSTRAINT "Identity_parent_fkey" FOREIGN KEY ("parent") REFERENCES "Group"("uid") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Role" ADD CONSTRAINT "Role_parent_fkey" FOREIGN KEY ("parent") REFERENCES "Group"("uid") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "RoleBinding" ADD CONSTRAINT "RoleBinding_parent_fkey" FOREIGN KEY ("parent") REFERENCES "Group"("uid") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "RoleBinding" ADD CONSTRAINT "RoleBinding_identityUid_fkey" FOREIGN KEY ("identityUid") REFERENCES "Identity"("uid") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "RoleBinding" ADD CONSTRAINT "RoleBinding_roleUid_fkey" FOREIGN KEY ("roleUid") REFERENCES "Role"("uid") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "IdentityProvider" ADD CONSTRAINT "IdentityProvider_parent_fkey" FOREIGN KEY ("parent") REFERENCES "Group"("uid") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "IdentityProvider" ADD CONSTRAINT "IdentityProvider_defaultRole_fkey" FOREIGN KEY ("defaultRole") REFERENCES "Role"("uid") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AccountAssociation" ADD CONSTRAINT "AccountAssociation_parent_fkey" FOREIGN KEY ("parent") REFERENCES "Group"("uid") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "GroupInvite" ADD CONSTRAINT "GroupInvite_parent_fkey" FOREIGN KEY ("parent") REFERENCES "Group"("uid") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "GroupInvite" ADD CONSTRAINT "GroupInvite_roleUid_fkey" FOREIGN KEY ("roleUid") REFERENCES "Role"("uid") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "RegistrySource" ADD CONSTRAINT "RegistrySource_parent_fkey" FOREIGN KEY ("parent") REFERENCES "Group"("uid") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Repo" ADD CONSTRAINT "Repo_parent_fkey" FOREIGN KEY ("parent") REFERENCES "Group"("uid") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Tag" ADD CONSTRAINT "Tag_parent_fkey" FOREIGN KEY ("parent") REFERENCES "Repo"("uid") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Advisory" ADD CONSTRAINT "Advisory_parent_fkey" FOREIGN KEY ("parent") REFERENCES "Group"("uid") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AdvisoryAlias" ADD CONSTRAINT "AdvisoryAlias_advisoryUid_fkey" FOREIGN KEY ("advisoryUid") REFERENCES "Advisory"("uid") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Account" ADD CONSTRAINT "Account_identityUid_fkey" FOREIGN KEY ("identityUid") REFERENCES "Identity"("uid") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PasswordReset" ADD CONSTRAINT "PasswordReset_email_fkey" FOREIGN KEY ("email") REFERENCES "Account"("email") ON DELETE CASCADE ON UPDATE CASCADE;
