-- Contract: no release needs the former index for what it promises. Its place is taken by a wider one,
-- which lets two rows be that differ only in the new column, and a former program writes none such.
-- DropIndex
DROP INDEX "Advisory_parent_advisoryId_artifactName_artifactType_artifa_key";

-- AlterTable
ALTER TABLE "Advisory" ADD COLUMN     "artifactFamily" TEXT COLLATE "C" NOT NULL DEFAULT '';

-- CreateIndex
CREATE UNIQUE INDEX "Advisory_parent_advisoryId_artifactName_artifactType_artifa_key" ON "Advisory"("parent", "advisoryId", "artifactName", "artifactType", "artifactFamily", "artifactArchitecture", "componentName", "componentLocation");

-- A library that is its own component has a type that only one ecosystem has. Of other advisories
-- nobody knows; '' says so, and the next record of them adds it.
UPDATE "Advisory" SET "artifactFamily" = CASE "componentType"
  WHEN 'go-module' THEN 'golang'
  WHEN 'python' THEN 'pypi'
  WHEN 'java-archive' THEN 'maven'
  WHEN 'rust-crate' THEN 'cargo'
  WHEN 'dotnet' THEN 'nuget'
  WHEN 'php-composer' THEN 'composer'
  WHEN 'dart-pub' THEN 'pub'
  ELSE "componentType" END
WHERE "artifactType" = 'library' AND "componentName" = "artifactName" AND "componentType" IN (
  'go-module', 'npm', 'python', 'java-archive', 'gem', 'rust-crate', 'dotnet', 'php-composer',
  'dart-pub', 'hex', 'hackage');
UPDATE "Advisory" SET "artifactFamily" = 'oci' WHERE "artifactType" = 'image';
