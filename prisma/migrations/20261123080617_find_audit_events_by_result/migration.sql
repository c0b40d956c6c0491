-- CreateIndex
CREATE INDEX "AuditEvent_result_createTime_uid_idx" ON "AuditEvent"("result", "createTime", "uid");
