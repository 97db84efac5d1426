import type { DocumentedField } from "./docs-view-model.server";
import { Code, WithCode } from "./code";

/** A link to the description of a named type. */
export const TypeLink = ({ name }: { name: string }) => (
  <a href={`#shape-${name}`} className="link">
    {name}
  </a>
);

interface TypeProps {
  type: string;
  shape: string | null;
}

export const Type = ({ type, shape }: TypeProps) => (
  <>
    {type}
    {shape ? (
      <>
        {type ? " " : null}
        <TypeLink name={shape} />
      </>
    ) : null}
  </>
);

interface FieldsProps {
  fields: readonly DocumentedField[];
  /** Whether to mark required fields; only useful for input. */
  isInput?: boolean;
}

/** A list of fields with name, type, description and rules. */
export const Fields = ({ fields, isInput = false }: FieldsProps) => (
  <dl className="divide-y divide-line border-y border-line text-base">
    {fields.map((field) => (
      <div key={field.name} className="api-field">
        <dt className="min-w-0">
          <span className="font-mono text-sm font-medium break-words">{field.name}</span>
          {isInput && field.isRequired ? (
            <span className="ms-2 text-sm text-accent">required</span>
          ) : null}
          <span className="ms-2 text-sm text-muted sm:ms-0 sm:block">
            <Type {...field} />
          </span>
        </dt>
        <dd className="min-w-0 text-pretty">
          <WithCode text={field.description} />
          {field.rules.length > 0 ? (
            <span className="block text-sm text-muted">{field.rules.join(", ")}</span>
          ) : null}
          {field.choices.length > 0 ? (
            <span className="mt-1 block text-sm leading-7 text-muted">
              One of{" "}
              {field.choices.map((choice, index) => (
                <span key={choice}>
                  {index > 0 ? ", " : null}
                  <Code>{choice}</Code>
                </span>
              ))}
            </span>
          ) : null}
        </dd>
      </div>
    ))}
  </dl>
);
