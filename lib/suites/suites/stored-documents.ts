import { z } from "zod";
import { storedDocument } from "@/lib/platform/stored-document";
import { TestCase } from "../cases/schema";

/** The stored cases of a suite or of a run. */
export type CasesDocument = { cases: TestCase[] };

export const casesDocument = storedDocument<CasesDocument>({
  name: "list of test cases",
  schema: z.strictObject({ cases: z.array(TestCase) }),
});
