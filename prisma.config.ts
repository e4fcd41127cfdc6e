import { defineConfig } from "prisma/config";

// Prisma's own engine is a download. The official WASM build of the same engine answers its protocol instead
// (scripts/schema-engine.mjs), so that authoring a migration needs nothing but the npm registry.
process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= `${import.meta.dirname}/scripts/schema-engine.mjs`;

export default defineConfig({
  schema: "prisma/schema.prisma",
  migrations: { path: "prisma/migrations" },
  datasource: { url: process.env.DATABASE_URL ?? "postgresql://unset" },
});
