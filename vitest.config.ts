import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Vitest's default leaves one core idle, which is half of a two-core machine. */
const WORKERS = Math.max(2, availableParallelism() - 1);
/** Half of a database test's time is waiting, for the database and for timers. */
const DB_WORKERS = 2 * WORKERS;

/** The slowest files start first, as they wait in real time, so that they do not run alone at the end. */
const LONG = [
  "/lib/data/demo/demo.db.test.ts",
  "/test/code-samples.db.test.ts",
  "/test/restart/",
  "/test/crash/",
  "/lib/identity/encryption/load.db.test.ts",
  "/test/fuzz.db.test.ts",
  "/lib/platform/backup/backup.db.test.ts",
];
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => LONG.some((part) => moduleId.includes(part));
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

/**
 * A limit says that a test hangs, not that a machine is slow. Tests of properties take up to 4 s alone, and several times as long
 * beside other work; a test with a database waits for its clone and real sockets.
 */
const UNIT_TIMEOUT_MS = 30_000;
const DB_TIMEOUT_MS = 30_000;
/** Threads start, load models and speak: seconds on a machine that does something else too. */
const THREADS_TIMEOUT_MS = 60_000;
/** A run that something keeps alive after its last test fails by then instead of hanging. */
const TEARDOWN_TIMEOUT_MS = 10_000;

const generated = ["**/node_modules/**", "**/.next/**", "**/dist/**", "**/.data/**", "e2e/**"];

export default defineConfig({
  resolve: { alias: { "@": import.meta.dirname } },
  test: {
    globalSetup: ["test/folder.global.ts"],
    teardownTimeout: TEARDOWN_TIMEOUT_MS,
    maxWorkers: WORKERS,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["**/*.test.{ts,tsx,mjs}"],
          exclude: [...generated, "**/*.db.test.ts", "**/*.threads.test.ts"],
          setupFiles: ["test/environment.ts", "test/console.ts", "test/properties.ts"],
          testTimeout: UNIT_TIMEOUT_MS,
          hookTimeout: UNIT_TIMEOUT_MS,
          // The modules of a pure test have no state: files share them, as loading them takes half of the time.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: "threads",
          include: ["**/*.threads.test.ts"],
          exclude: generated,
          setupFiles: ["test/environment.ts", "test/console.ts", "test/properties.ts"],
          testTimeout: THREADS_TIMEOUT_MS,
          hookTimeout: THREADS_TIMEOUT_MS,
        },
      },
      {
        extends: true,
        test: {
          name: "db",
          maxWorkers: DB_WORKERS,
          include: ["**/*.db.test.ts"],
          exclude: generated,
          globalSetup: ["test/database.global.ts"],
          setupFiles: ["test/environment.ts", "test/console.ts", "test/properties.ts", "test/database.ts"],
          testTimeout: DB_TIMEOUT_MS,
          hookTimeout: DB_TIMEOUT_MS,
        },
      },
    ],
  },
});
