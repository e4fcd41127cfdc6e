import { document } from "@/lib/http/reference/document";
import { fieldsOf } from "@/lib/http/reference/fields";
import classes from "./docs.module.css";
import { FieldList, responseFields } from "./field-list";

/** The fields of an object that responses contain. */
export function ObjectSection({ name }: { name: string }) {
  const schema = document.components.schemas[name] ?? {};
  return (
    <section id={`${name}-object`} className={classes.object} aria-labelledby={`${name}-object-title`}>
      <h2 id={`${name}-object-title`}>
        <a href={`#${name}-object`} className={classes.anchor}>
          {name} object
        </a>
      </h2>
      <FieldList fields={responseFields(fieldsOf(schema))} />
    </section>
  );
}
