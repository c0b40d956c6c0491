-- AlterTable
ALTER TABLE "AccountAssociation" ADD COLUMN "nameFolded" TEXT;

-- AlterTable
ALTER TABLE "Advisory" ADD COLUMN "advisoryIdFolded" TEXT;
ALTER TABLE "Advisory" ADD COLUMN "artifactNameFolded" TEXT;
ALTER TABLE "Advisory" ADD COLUMN "componentNameFolded" TEXT;

-- AlterTable
ALTER TABLE "Identity" ADD COLUMN "emailFolded" TEXT;
ALTER TABLE "Identity" ADD COLUMN "nameFolded" TEXT;
ALTER TABLE "Identity" ADD COLUMN "subjectFolded" TEXT;

-- AlterTable
ALTER TABLE "IdentityKey" ADD COLUMN "nameFolded" TEXT;

-- AlterTable
ALTER TABLE "IdentityProvider" ADD COLUMN "nameFolded" TEXT;

-- AlterTable
ALTER TABLE "RegistrySource" ADD COLUMN "urlFolded" TEXT;

-- AlterTable
ALTER TABLE "Role" ADD COLUMN "nameFolded" TEXT;

-- AlterTable
ALTER TABLE "SavedView" ADD COLUMN "nameFolded" TEXT;
