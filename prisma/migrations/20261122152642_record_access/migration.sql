-- AlterTable
ALTER TABLE "AuditEvent" ADD COLUMN "credential" TEXT;
ALTER TABLE "AuditEvent" ADD COLUMN "network" TEXT;
ALTER TABLE "AuditEvent" ADD COLUMN "userAgent" TEXT;
