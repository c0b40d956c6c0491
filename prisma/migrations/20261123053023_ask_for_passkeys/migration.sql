-- AlterTable
ALTER TABLE "Policy" ADD COLUMN "passkeyRequired" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "Session" ADD COLUMN "passkeyShown" BOOLEAN NOT NULL DEFAULT false;

-- Sessions that are open have shown the passkey that they began with.
UPDATE "Session" SET "passkeyShown" = true WHERE "passkey" = true;
