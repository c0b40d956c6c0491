-- Contract: no release needs the index for what it promises. Each checks names in the transaction that
-- holds the write lock, and the one before this refuses more than it has to. Root groups of organizations
-- that do not know of each other may have the same name.

-- DropIndex
DROP INDEX "Group_parent_name_key";

-- CreateIndex
CREATE INDEX "Group_parent_name_idx" ON "Group"("parent", "name");
