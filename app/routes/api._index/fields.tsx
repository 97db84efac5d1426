import type { ReadField } from "./docs-view-model.server";
import { Code, WithCode } from "./code";

/** A link to where a shape is described. */
export const ShapeLink = ({ name }: { name: string }) => (
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
        <ShapeLink name={shape} />
      </>
    ) : null}
  </>
);

interface FieldsProps {
  fields: readonly ReadField[];
  /** Whether it says which may be left out: of what is sent, and not of what is answered. */
  areSent?: boolean;
}

/** Fields one under the other: name and type, what it is, and its rules. */
export const Fields = ({ fields, areSent = false }: FieldsProps) => (
  <dl className="divide-y divide-line border-y border-line text-base">
    {fields.map((field) => (
      <div
        key={field.name}
        className="grid gap-x-6 gap-y-0.5 py-2.5 sm:grid-cols-[11rem_minmax(0,1fr)]"
      >
        <dt className="min-w-0">
          <span className="font-mono text-sm font-medium break-words">{field.name}</span>
          {areSent && field.isRequired ? (
            <span className="ms-2 text-sm text-accent">needed</span>
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
