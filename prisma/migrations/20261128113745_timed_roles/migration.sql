-- The roles that an organization binds for a while only, and for how long at most.
ALTER TABLE "Policy" ADD COLUMN "timedRoles" JSONB NOT NULL DEFAULT '[]';
ALTER TABLE "Policy" ADD COLUMN "timedRolesMaxDuration" INTEGER;
