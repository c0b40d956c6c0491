-- Contract: no release needs the index for what it promises. Each checks names in the transaction that
-- holds the write lock, and the one before this refuses more than it has to.

-- DropIndex
DROP INDEX "Group_parent_name_key";

-- CreateIndex
CREATE INDEX "Group_parent_name_idx" ON "Group"("parent", "name");

-- Root groups of organizations that do not know of each other may have the same name.
CREATE UNIQUE INDEX "Group_child_name_key" ON "Group"("parent", "name") WHERE "parent" <> '';
