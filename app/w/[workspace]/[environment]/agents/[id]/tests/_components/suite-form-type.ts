import type { useBodyForm } from "@/components/use-body-form";
import type { CreateSuite } from "@/lib/suites/suites/schema";
import type { SuiteValues } from "./suite-form";

/** The form of a suite. */
export type SuiteForm = ReturnType<typeof useBodyForm<typeof CreateSuite, SuiteValues>>;

/** The form, and the case that is edited. */
export type CaseEditorProps = {
  form: SuiteForm;
  /** Position of the case. */
  at: number;
  agent: { id: string; outcomes: string[]; variables: string[] };
  disabled: boolean;
};
