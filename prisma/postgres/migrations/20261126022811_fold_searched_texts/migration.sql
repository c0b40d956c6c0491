-- Contract: older programs write texts without their folded forms, so that searches would miss them.
-- Stop every older program first.

-- AlterTable
ALTER TABLE "Identity" ADD COLUMN     "emailFolded" TEXT COLLATE "C",
ADD COLUMN     "nameFolded" TEXT COLLATE "C",
ADD COLUMN     "subjectFolded" TEXT COLLATE "C";

-- AlterTable
ALTER TABLE "Role" ADD COLUMN     "nameFolded" TEXT COLLATE "C";

-- AlterTable
ALTER TABLE "IdentityProvider" ADD COLUMN     "nameFolded" TEXT COLLATE "C";

-- AlterTable
ALTER TABLE "AccountAssociation" ADD COLUMN     "nameFolded" TEXT COLLATE "C";

-- AlterTable
ALTER TABLE "IdentityKey" ADD COLUMN     "nameFolded" TEXT COLLATE "C";

-- AlterTable
ALTER TABLE "RegistrySource" ADD COLUMN     "urlFolded" TEXT COLLATE "C";

-- AlterTable
ALTER TABLE "SavedView" ADD COLUMN     "nameFolded" TEXT COLLATE "C";

-- AlterTable
ALTER TABLE "Advisory" ADD COLUMN     "advisoryIdFolded" TEXT COLLATE "C",
ADD COLUMN     "artifactNameFolded" TEXT COLLATE "C",
ADD COLUMN     "componentNameFolded" TEXT COLLATE "C";
