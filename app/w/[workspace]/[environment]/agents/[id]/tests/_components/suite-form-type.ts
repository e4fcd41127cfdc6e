import type { useBodyForm } from "@/components/use-body-form";
import type { CreateSuite } from "@/lib/suites/suites/schema";
import type { SuiteValues } from "./suite-form";

/** The form of a suite. */
export type SuiteForm = ReturnType<typeof useBodyForm<typeof CreateSuite, SuiteValues>>;
