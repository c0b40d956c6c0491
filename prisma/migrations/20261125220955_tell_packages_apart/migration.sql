-- AlterTable
ALTER TABLE "Advisory" ADD COLUMN "artifactFamily" TEXT NOT NULL DEFAULT '';

-- DropIndex
DROP INDEX "Advisory_parent_advisoryId_artifactName_artifactType_artifactArchitecture_componentName_componentLocation_key";

-- CreateIndex
CREATE UNIQUE INDEX "Advisory_parent_advisoryId_artifactName_artifactType_artifactFamily_artifactArchitecture_componentName_componentLocation_key" ON "Advisory"("parent", "advisoryId", "artifactName", "artifactType", "artifactFamily", "artifactArchitecture", "componentName", "componentLocation");

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
