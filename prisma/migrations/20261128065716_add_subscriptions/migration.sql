-- CreateTable
CREATE TABLE "Subscription" (
    "uid" TEXT NOT NULL PRIMARY KEY,
    "parent" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "types" JSONB NOT NULL,
    "identityUid" TEXT NOT NULL DEFAULT '',
    "url" TEXT NOT NULL,
    "format" TEXT NOT NULL DEFAULT 'CLOUD_EVENT',
    "ordered" BOOLEAN NOT NULL DEFAULT false,
    "secret" TEXT NOT NULL DEFAULT '',
    "previousSecret" TEXT,
    "previousUntil" DATETIME,
    "state" TEXT NOT NULL DEFAULT 'ACTIVE',
    "reason" TEXT NOT NULL DEFAULT '',
    "stateTime" DATETIME,
    "position" INTEGER NOT NULL DEFAULT 0,
    "createTime" DATETIME NOT NULL,
    "updateTime" DATETIME NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "nameFolded" TEXT,
    "nameOrder" TEXT NOT NULL DEFAULT '',
    CONSTRAINT "Subscription_parent_fkey" FOREIGN KEY ("parent") REFERENCES "Group" ("uid") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Delivery" (
    "subscriptionUid" TEXT NOT NULL,
    "eventUid" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "nextTime" DATETIME,
    "tryTime" DATETIME,
    "status" INTEGER,
    "problem" TEXT NOT NULL DEFAULT '',
    "answer" TEXT NOT NULL DEFAULT '',
    "milliseconds" INTEGER NOT NULL DEFAULT 0,
    "createTime" DATETIME NOT NULL,

    PRIMARY KEY ("subscriptionUid", "eventUid"),
    CONSTRAINT "Delivery_subscriptionUid_fkey" FOREIGN KEY ("subscriptionUid") REFERENCES "Subscription" ("uid") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE INDEX "Subscription_state_idx" ON "Subscription"("state");

-- CreateIndex
CREATE INDEX "Subscription_name_uid_idx" ON "Subscription"("name", "uid");

-- CreateIndex
CREATE INDEX "Subscription_nameOrder_uid_idx" ON "Subscription"("nameOrder", "uid");

-- CreateIndex
CREATE INDEX "Subscription_createTime_uid_idx" ON "Subscription"("createTime", "uid");

-- CreateIndex
CREATE INDEX "Subscription_updateTime_uid_idx" ON "Subscription"("updateTime", "uid");

-- CreateIndex
CREATE UNIQUE INDEX "Subscription_parent_name_key" ON "Subscription"("parent", "name");

-- CreateIndex
CREATE INDEX "Delivery_nextTime_idx" ON "Delivery"("nextTime");

-- CreateIndex
CREATE INDEX "Delivery_createTime_idx" ON "Delivery"("createTime");
