import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { VERIFICATION_SAMPLES } from "./verification-samples";

test("the page shows the receivers of the guide, which lib/data/webhooks runs", () => {
  const guide = readFileSync("docs/webhooks.md", "utf8");
  expect(guide).toContain(`\`\`\`js\n${VERIFICATION_SAMPLES.typescript}\`\`\``);
  expect(guide).toContain(`\`\`\`python\n${VERIFICATION_SAMPLES.python}\`\`\``);
});
