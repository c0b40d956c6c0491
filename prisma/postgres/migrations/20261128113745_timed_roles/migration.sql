-- The roles that an organization binds for a while only, and for how long at most.
ALTER TABLE "Policy" ADD COLUMN     "timedRoles" JSON NOT NULL DEFAULT '[]',
ADD COLUMN     "timedRolesMaxDuration" INTEGER;
