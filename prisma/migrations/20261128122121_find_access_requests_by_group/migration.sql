-- CreateIndex
CREATE INDEX "AccessRequest_parent_idx" ON "AccessRequest"("parent");
