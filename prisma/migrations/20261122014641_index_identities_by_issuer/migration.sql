-- CreateIndex
CREATE INDEX "Identity_issuer_uid_idx" ON "Identity"("issuer", "uid");
