-- CreateTable
CREATE TABLE "Subscription" (
    "uid" TEXT COLLATE "C" NOT NULL,
    "parent" TEXT COLLATE "C" NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "types" JSON NOT NULL,
    "identityUid" TEXT COLLATE "C" NOT NULL DEFAULT '',
    "url" TEXT COLLATE "C" NOT NULL,
    "format" TEXT COLLATE "C" NOT NULL DEFAULT 'CLOUD_EVENT',
    "ordered" BOOLEAN NOT NULL DEFAULT false,
    "secret" TEXT COLLATE "C" NOT NULL DEFAULT '',
    "previousSecret" TEXT COLLATE "C",
    "previousUntil" BIGINT,
    "state" TEXT COLLATE "C" NOT NULL DEFAULT 'ACTIVE',
    "reason" TEXT COLLATE "C" NOT NULL DEFAULT '',
    "stateTime" BIGINT,
    "position" INTEGER NOT NULL DEFAULT 0,
    "createTime" BIGINT NOT NULL,
    "updateTime" BIGINT NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "nameFolded" TEXT COLLATE "C",
    "nameOrder" TEXT COLLATE "C" NOT NULL DEFAULT '',

    CONSTRAINT "Subscription_pkey" PRIMARY KEY ("uid")
);

-- CreateTable
CREATE TABLE "Delivery" (
    "subscriptionUid" TEXT COLLATE "C" NOT NULL,
    "eventUid" TEXT COLLATE "C" NOT NULL,
    "subject" TEXT COLLATE "C" NOT NULL,
    "state" TEXT COLLATE "C" NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "nextTime" BIGINT,
    "tryTime" BIGINT,
    "status" INTEGER,
    "problem" TEXT COLLATE "C" NOT NULL DEFAULT '',
    "answer" TEXT COLLATE "C" NOT NULL DEFAULT '',
    "milliseconds" INTEGER NOT NULL DEFAULT 0,
    "createTime" BIGINT NOT NULL,

    CONSTRAINT "Delivery_pkey" PRIMARY KEY ("subscriptionUid","eventUid")
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

-- AddForeignKey
ALTER TABLE "Subscription" ADD CONSTRAINT "Subscription_parent_fkey" FOREIGN KEY ("parent") REFERENCES "Group"("uid") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Delivery" ADD CONSTRAINT "Delivery_subscriptionUid_fkey" FOREIGN KEY ("subscriptionUid") REFERENCES "Subscription"("uid") ON DELETE CASCADE ON UPDATE CASCADE;
