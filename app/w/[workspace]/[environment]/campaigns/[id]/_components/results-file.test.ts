import { expect, it } from "vitest";
import { resultsFile } from "./results-file";

const contact = {
  campaign_id: "cmp_1",
  contact_id: "ctc_1",
  phone: "+12125550123",
  status: "blocked",
  attempts: 0,
  last_call_id: null,
  outcome: null,
  next_attempt_at: null,
  reasons: [
    { code: "no_consent", message: "No consent." },
    { code: "suppressed", message: "Suppressed." },
  ],
} as const;

it("holds a row for each contact, with every reason by its code", () => {
  expect(resultsFile([{ ...contact, reasons: [...contact.reasons] }])).toBe(
    "phone,contact_id,status,outcome,attempts,reasons,next_attempt_at,last_call_id\r\n" +
      "+12125550123,ctc_1,blocked,,0,no_consent suppressed,,\r\n",
  );
});

it("hands no formula to a spreadsheet, and quotes what would break a row", () => {
  const file = resultsFile([{ ...contact, reasons: [], outcome: '=HYPERLINK("x"),1' }]);
  expect(file).toContain(`"'=HYPERLINK(""x""),1"`);
});
