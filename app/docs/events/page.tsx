import type { Metadata } from "next";
import { EVENTS, type WebhookEvent } from "@/lib/http/reference/events";
import { VERIFICATION_SAMPLES } from "@/lib/http/reference/verification-samples";
import { CodeBlock } from "../_components/code-block";
import { CodeTabs } from "../_components/code-tabs";
import classes from "../_components/docs.module.css";
import { DocsFrame } from "../_components/docs-frame";
import { Inline } from "../_components/prose";

export const metadata: Metadata = { title: "Webhook events · API reference" };

const SECTIONS = [
  {
    id: "delivery",
    title: "Delivery",
    text: [
      "Events are delivered at least once, in any order. `webhook-id` is the same in each attempt and replay: store the IDs that you have processed.",
      "Answer with a 2xx status within 10 seconds, and process the event afterwards. Any other response is retried over 24 hours. A 410 disables the endpoint.",
      "`data` is the resource as the API returns it, masked, at the time of the attempt.",
    ],
  },
] as const;

function EventSection({ type, description, example }: WebhookEvent) {
  return (
    <section id={type} className={classes.section} aria-labelledby={`${type}-title`}>
      <div className={classes.text}>
        <h2 id={`${type}-title`}>
          <a href={`#${type}`} className={classes.anchor}>
            <code>{type}</code>
          </a>
        </h2>
        <p>
          <Inline text={description} />
        </p>
      </div>
      <div className={classes.samples}>
        <CodeBlock code={JSON.stringify(example, null, 2)} title="Message" label={`Message of ${type}`} />
      </div>
    </section>
  );
}

export default function Page() {
  return (
    <DocsFrame current="events">
      <h1>Webhook events</h1>
      <p className={classes.lead}>
        Parley sends events to your endpoints as <code>POST</code> requests with a JSON body.{" "}
        <a href="/docs/webhooks#createWebhook">Create an endpoint</a> with the events that it receives.
      </p>
      {SECTIONS.map(({ id, title, text }) => (
        <section key={id} className={classes.prose} aria-labelledby={id}>
          <h2 id={id}>{title}</h2>
          {text.map((paragraph) => (
            <p key={paragraph}>
              <Inline text={paragraph} />
            </p>
          ))}
        </section>
      ))}
      <section id="verification" className={classes.section} aria-labelledby="verification-title">
        <div className={classes.text}>
          <h2 id="verification-title">
            <a href="#verification" className={classes.anchor}>
              Verify the signature
            </a>
          </h2>
          <p>
            Messages are signed by <a href="https://www.standardwebhooks.com">Standard Webhooks</a>:{" "}
            <code>webhook-signature</code> is an HMAC-SHA-256 of <code>id.timestamp.body</code> with the
            secret of the endpoint, which is shown once. Verify it on the raw body, before you parse it.
          </p>
          <p>
            After a rotation, messages have two signatures until the overlap ends. Accept either. The Node.js
            sample uses the package <code>standardwebhooks</code>; the Python sample needs no package.
          </p>
        </div>
        <div className={classes.samples}>
          <CodeTabs samples={VERIFICATION_SAMPLES} label="Verify the signature" />
        </div>
      </section>
      {EVENTS.map((event) => (
        <EventSection key={event.type} {...event} />
      ))}
    </DocsFrame>
  );
}
