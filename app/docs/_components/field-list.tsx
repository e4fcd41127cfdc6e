import type { Field } from "@/lib/http/reference/fields";
import classes from "./field-list.module.css";
import { Inline } from "./prose";

const typeOf = ({ type, isNullable }: Field): string => (isNullable ? `${type} or null` : type);

function FieldItem({ field }: { field: Field }) {
  const { name, isRequired, constraints, values, description, fields } = field;
  return (
    <li className={classes.field}>
      <div className={classes.head}>
        <code className={classes.name}>{name}</code>
        <span className={classes.type}>{typeOf(field)}</span>
        {isRequired && <span className={classes.required}>required</span>}
        {constraints.map((constraint) => (
          <span key={constraint} className={classes.constraint}>
            {constraint}
          </span>
        ))}
      </div>
      {description !== null && (
        <p className={classes.description}>
          <Inline text={description} />
        </p>
      )}
      {values.length > 0 && (
        <p className={classes.values}>
          {values.map((value) => (
            <code key={value}>{value}</code>
          ))}
        </p>
      )}
      {fields.length > 0 && (
        <details className={classes.inner}>
          <summary>
            Fields of <code>{name}</code>
          </summary>
          <FieldList fields={fields} />
        </details>
      )}
    </li>
  );
}

/** Fields with their types, constraints and inner fields. */
export function FieldList({ fields }: { fields: readonly Field[] }) {
  return (
    <ul className={classes.list}>
      {fields.map((field) => (
        <FieldItem key={field.name} field={field} />
      ))}
    </ul>
  );
}

/** The same without required marks, as a response always has its required fields. */
export const responseFields = (fields: readonly Field[]): Field[] =>
  fields.map((field) => ({
    ...field,
    isRequired: false,
    constraints: [],
    fields: responseFields(field.fields),
  }));
