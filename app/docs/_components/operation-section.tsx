import { componentName, type Schema } from "@/lib/http/reference/document";
import { fieldsOf, parameterField } from "@/lib/http/reference/fields";
import { itemOfPage, type Operation } from "@/lib/http/reference/resources";
import { responseExampleOf } from "@/lib/http/reference/responses";
import type { CodeSamples } from "@/lib/http/reference/samples";
import { CodeBlock } from "./code-block";
import { CodeTabs } from "./code-tabs";
import classes from "./docs.module.css";
import { FieldList, responseFields } from "./field-list";
import { Method } from "./method";
import { Inline, Prose } from "./prose";

const LOCATIONS = [
  { location: "path", title: "Path parameters" },
  { location: "query", title: "Query parameters" },
  { location: "header", title: "Headers" },
] as const;

function Parameters({ parameters }: Operation) {
  return LOCATIONS.map(({ location, title }) => {
    const fields = parameters.filter((parameter) => parameter.in === location).map(parameterField);
    return (
      fields.length > 0 && (
        <div key={location}>
          <h3>{title}</h3>
          <FieldList fields={fields} />
        </div>
      )
    );
  });
}

function Body({ body }: Operation) {
  if (body === null) return null;
  const fields = fieldsOf(body.schema);
  return (
    <div>
      <h3>Body{body.isRequired ? "" : " (optional)"}</h3>
      {body.mediaTypes.length > 1 && (
        <p>
          A file of one of these media types:{" "}
          {body.mediaTypes.map((type) => (
            <code key={type}>{type} </code>
          ))}
        </p>
      )}
      <FieldList fields={fields} />
    </div>
  );
}

/** A link to the object of a response on this page, or the response's own fields. */
function ResponseSchema({ schema }: { schema: Schema }) {
  const [first] = schema.anyOf ?? [schema];
  const name = first?.$ref === undefined ? undefined : componentName(first.$ref);
  if (name === undefined) return <FieldList fields={responseFields(fieldsOf(schema))} />;
  const item = itemOfPage(name);
  return (
    <p>
      Returns {item === undefined ? "the" : "a page of"}{" "}
      <a href={`#${item ?? name}-object`}>
        {item ?? name} {item === undefined ? "object" : "objects"}
      </a>
      {item !== undefined && (
        <>
          {" "}
          in <code>data</code>, with <code>next_cursor</code>
        </>
      )}
      .
    </p>
  );
}

function Responses({ responses }: Operation) {
  return (
    <div>
      <h3>Response</h3>
      {responses.map(({ status, description, content }) => (
        <div key={status} className={classes.response}>
          <p>
            <code>{status}</code> <Inline text={description} />
          </p>
          {content.map(({ mediaType, schema }) =>
            mediaType === "application/json" ? (
              <ResponseSchema key={mediaType} schema={schema} />
            ) : (
              <p key={mediaType}>
                Media type <code>{mediaType}</code>
              </p>
            ),
          )}
        </div>
      ))}
    </div>
  );
}

function Errors({ errors }: Operation) {
  return (
    <details className={classes.errors}>
      <summary>Errors</summary>
      <ul>
        {errors.map(({ status, codes }) => (
          <li key={status}>
            <code>{status}</code>{" "}
            {codes.map((code) => (
              <a key={code} href={`/docs/errors#${code}`}>
                {code}
              </a>
            ))}
          </li>
        ))}
      </ul>
    </details>
  );
}

/** One operation: its description on the left, its samples on the right. */
export function OperationSection({ operation, samples }: { operation: Operation; samples: CodeSamples }) {
  const { id, summary, description, method, path } = operation;
  const example = responseExampleOf(operation);
  return (
    <section id={id} className={classes.section} aria-labelledby={`${id}-title`}>
      <div className={classes.text}>
        <h2 id={`${id}-title`}>
          <a href={`#${id}`} className={classes.anchor}>
            {summary}
          </a>
        </h2>
        <p className={classes.address}>
          <Method method={method} /> <code>/v1{path}</code>
        </p>
        <Prose text={description} />
        <Parameters {...operation} />
        <Body {...operation} />
        <Responses {...operation} />
        <Errors {...operation} />
      </div>
      <div className={classes.samples}>
        <CodeTabs samples={samples} label={summary} />
        {example !== undefined && (
          <CodeBlock
            code={JSON.stringify(example, null, 2)}
            title={`Response ${operation.responses[0]?.status ?? ""}`}
            label={`Response of: ${summary}`}
          />
        )}
      </div>
    </section>
  );
}
