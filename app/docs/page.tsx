import type { Metadata } from "next";
import Link from "next/link";
import { exampleId } from "@/lib/http/openapi/examples";
import { document } from "@/lib/http/reference/document";
import { RESOURCES, type Resource } from "@/lib/http/reference/resources";
import { type CodeSamples, samplesOf } from "@/lib/http/reference/samples";
import type { IdVariables } from "@/lib/http/reference/samples/id-variables";
import { CodeTabs } from "./_components/code-tabs";
import classes from "./_components/docs.module.css";
import { DocsFrame } from "./_components/docs-frame";
import { Inline, Prose } from "./_components/prose";
import { readReader } from "./_components/reader";
import { ReaderNote } from "./_components/reader-note";

export const metadata: Metadata = { title: "API reference" };

const STEPS = [
  {
    id: "createKey",
    title: "Create an API key",
    text: "In the dashboard under Settings → API keys, or with `npm run key` on the server. Store it in `PARLEY_API_KEY`. With a key, you can create more:",
  },
  { id: "createAgent", title: "Create an agent", text: "Its configuration is a draft until you deploy it." },
  {
    id: "deployAgent",
    title: "Deploy it",
    text: "Set the environment variable `AGENT_ID` to the `id` of the response: `export AGENT_ID=agt_…`. New calls run the deployed version.",
  },
  {
    id: "createCall",
    title: "Start a conversation",
    text: "A chat needs no phone number. Send messages to it, and read the transcript and outcome when it has ended.",
  },
] as const;

/** Variables for the identifiers that earlier steps create. */
const CREATED_IDS: IdVariables = { [exampleId("agt")]: "AGENT_ID" };

function Step({
  index,
  step,
  samples,
}: {
  index: number;
  step: (typeof STEPS)[number];
  samples: CodeSamples;
}) {
  return (
    <li className={classes.step}>
      <div className={classes.text}>
        <h2>
          {index + 1}. {step.title}
        </h2>
        <p>
          <Inline text={step.text} />
        </p>
      </div>
      <div className={classes.samples}>
        <CodeTabs samples={samples} label={step.title} />
      </div>
    </li>
  );
}

function ResourceCard({ slug, name, description, operations }: Resource) {
  return (
    <li>
      <Link href={`/docs/${slug}`} prefetch={false} className={classes.card}>
        <strong>{name}</strong>
        <span>{description.replaceAll("`", "")}</span>
        <small>
          {operations.length} {operations.length === 1 ? "operation" : "operations"}
        </small>
      </Link>
    </li>
  );
}

const OPERATIONS = RESOURCES.flatMap(({ operations }) => operations);

export default async function Page() {
  const { baseUrl, workspace, ids } = await readReader();
  const steps = STEPS.flatMap((step) => {
    const operation = OPERATIONS.find(({ id }) => id === step.id);
    const samples = operation && samplesOf(operation, baseUrl, ids, CREATED_IDS);
    return samples === undefined ? [] : [{ step, samples }];
  });
  return (
    <DocsFrame current="">
      <h1>API reference</h1>
      <p className={classes.lead}>
        The address of the API is <code>{baseUrl}/v1</code>. Tools can read{" "}
        <a href="/v1/openapi.json">the OpenAPI document</a>.
      </p>
      <ReaderNote workspace={workspace} />
      <ol className={classes.steps}>
        {steps.map(({ step, samples }, index) => (
          <Step key={step.id} index={index} step={step} samples={samples} />
        ))}
      </ol>
      <section className={classes.prose} aria-labelledby="conventions">
        <h2 id="conventions">Conventions</h2>
        <Prose text={document.info.description} />
        <p>
          Read <a href="/docs/errors">what each error code means</a>, and receive{" "}
          <a href="/docs/events">webhook events</a> instead of polling.
        </p>
      </section>
      <section aria-labelledby="resources">
        <h2 id="resources">Resources</h2>
        <ul className={classes.cards}>
          {RESOURCES.map((resource) => (
            <ResourceCard key={resource.slug} {...resource} />
          ))}
        </ul>
      </section>
    </DocsFrame>
  );
}
