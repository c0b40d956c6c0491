-- AlterTable
ALTER TABLE "AuditEvent" ADD COLUMN     "credential" TEXT COLLATE "C",
ADD COLUMN     "network" TEXT COLLATE "C",
ADD COLUMN     "userAgent" TEXT;
