-- CreateIndex
CREATE INDEX "Identity_uid_lastSeenTime_createTime_idx" ON "Identity"("uid", "lastSeenTime", "createTime");

-- CreateIndex
CREATE INDEX "AuditEvent_network_createTime_uid_idx" ON "AuditEvent"("network", "createTime", "uid");

-- CreateIndex
CREATE INDEX "AuditEvent_credential_createTime_uid_idx" ON "AuditEvent"("credential", "createTime", "uid");
