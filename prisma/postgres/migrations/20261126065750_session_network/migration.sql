-- AlterTable
ALTER TABLE "Session" ADD COLUMN     "network" TEXT COLLATE "C";
