import type { Metadata } from "next";
import { PROBLEM_GUIDE } from "@/lib/http/problem-guide";
import { exampleOf } from "@/lib/http/reference/example-value";
import { bodyProblem, type ErrorCode, PROBLEMS } from "@/lib/platform/errors";
import { ERROR_REASONS } from "@/lib/platform/reasons/reasons";
import { CodeBlock } from "../_components/code-block";
import classes from "../_components/docs.module.css";
import { DocsFrame } from "../_components/docs-frame";
import { Inline } from "../_components/prose";

export const metadata: Metadata = { title: "Errors · API reference" };

const EXAMPLE = {
  ...(exampleOf({ $ref: "#/components/schemas/Problem" }) as object),
  title: PROBLEMS.validation_error.title,
  status: PROBLEMS.validation_error.status,
  code: "validation_error",
  reason: "validation_error",
  params: { count: 1 },
  detail: ERROR_REASONS.validation_error.singular,
  details: [bodyProblem("/voice_id", "voice_missing")],
};

function ErrorItem({ code }: { code: ErrorCode }) {
  const { status, title } = PROBLEMS[code];
  return (
    <li id={code} className={classes.error}>
      <h2>
        <a href={`#${code}`} className={classes.anchor}>
          <code>{code}</code>
        </a>
        <span className={classes.status}>{status}</span>
      </h2>
      <p>
        <strong>{title}.</strong> <Inline text={PROBLEM_GUIDE[code]} />
      </p>
    </li>
  );
}

export default function Page() {
  const codes = Object.keys(PROBLEMS) as ErrorCode[];
  return (
    <DocsFrame current="errors">
      <h1>Errors</h1>
      <p className={classes.lead}>
        Every error is a problem document (RFC 9457) with the media type <code>application/problem+json</code>
        . Programs decide by <code>code</code>, and by <code>reason</code> where a code has several causes;{" "}
        <code>detail</code> is for people and may change.
      </p>
      <div className={classes.section}>
        <div className={classes.text}>
          <p>
            <code>reason</code> and <code>params</code>, the values in the sentence, let a client translate
            it. If <code>reason</code> equals <code>code</code>, the sentence is the standard one of the code.
          </p>
          <p>
            <code>type</code> is the address of the code on this page. Report <code>request_id</code> to the
            operator if you need help. A 400 lists each problem in <code>details</code>, with a JSON pointer
            to the field.
          </p>
        </div>
        <div className={classes.samples}>
          <CodeBlock
            code={JSON.stringify(EXAMPLE, null, 2)}
            title="application/problem+json"
            label="Example of an error"
          />
        </div>
      </div>
      <ul className={classes.errorList}>
        {codes.map((code) => (
          <ErrorItem key={code} code={code} />
        ))}
      </ul>
    </DocsFrame>
  );
}
