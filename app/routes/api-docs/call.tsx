import { clsx } from "clsx";
import type { ReactNode } from "react";
import { ChevronDownIcon } from "~/components/ui/icons";
import { Link } from "~/components/ui/link";
import type { DocumentedCall, DocumentedField, DocumentedResponse } from "./docs-view-model.server";

export const CallDocumentation = ({ call }: { call: DocumentedCall }) => (
  <article
    aria-labelledby={call.id}
    className="border-t border-line pt-6 first:border-0 first:pt-0"
  >
    <h3
      id={call.id}
      tabIndex={-1}
      className="scroll-mt-20 font-display text-xl leading-8 font-medium"
    >
      <a href={`#${call.id}`} className="hover:underline">
        {call.summary}
      </a>
    </h3>
    <p className="mt-1 font-mono text-sm break-all">
      <Method name={call.method} />
      {call.path}
    </p>
    {call.description ? (
      <p className="mt-3 max-w-measure text-pretty">
        <WithCode text={call.description} />
      </p>
    ) : null}
    <dl className="mt-3 grid gap-x-6 gap-y-1 text-base sm:grid-cols-[11rem_minmax(0,1fr)]">
      <dt className="text-muted">Access</dt>
      <dd>{call.access}</dd>
      {call.limits.length > 0 ? (
        <>
          <dt className="mt-1 text-muted sm:mt-0">Rate limits</dt>
          <dd>
            <ul>
              {call.limits.map((limit) => (
                <li key={limit}>{limit}</li>
              ))}
            </ul>
          </dd>
        </>
      ) : null}
    </dl>
    {call.parameters.map(({ title, fields }) => (
      <CallSection key={title} title={title}>
        <Fields fields={fields} isInput />
      </CallSection>
    ))}
    {call.body.length > 0 ? (
      <CallSection title="Request body">
        <Fields fields={call.body} isInput />
      </CallSection>
    ) : null}
    <CallSection title="Examples">
      {call.examples.map(({ language, code }, index) => (
        <details key={language} className="group" open={index === 0}>
          <summary className="disclosure text-base">
            <ChevronDownIcon className="size-4 group-open:rotate-180" />
            {language}
            <span className="sr-only">{`: ${call.summary}`}</span>
          </summary>
          <CodeBlock label={`${call.summary}: an example in ${language}`}>{code}</CodeBlock>
        </details>
      ))}
    </CallSection>
    <CallSection title="Responses">
      <Statuses>
        {call.responses.map((response) => (
          <Status key={response.status} status={response.status}>
            <ResponseDescription response={response} />
          </Status>
        ))}
        {call.errors.map(({ status, description }) => (
          <Status key={status} status={status} isError>
            <WithCode text={description} />
          </Status>
        ))}
      </Statuses>
      <p className="mt-1.5 text-base text-muted">
        Common errors:{" "}
        {call.commonErrors.map((status, index) => (
          <span key={status}>
            {index > 0 ? ", " : null}
            <ErrorLink status={status} />
          </span>
        ))}
      </p>
    </CallSection>
  </article>
);

export const Method = ({ name }: { name: string }) => (
  <span
    className={clsx(
      "me-2 inline-block rounded-sm border px-1.5 py-px font-medium",
      name === "GET" ? "border-line text-muted" : "border-accent bg-accent-wash text-accent",
    )}
  >
    {name}
  </span>
);

const CallSection = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="mt-5">
    <h4 className="mb-1.5 text-sm font-medium text-muted">{title}</h4>
    {children}
  </div>
);

const Statuses = ({ children }: { children: ReactNode }) => (
  <dl className="grid gap-y-1.5 text-base">{children}</dl>
);

const ErrorLink = ({ status }: { status: number }) => (
  <Link to={`/api#error-${status}`} className="status-link">
    {status}
  </Link>
);

interface StatusProps {
  status: number;
  isError?: boolean;
  children: ReactNode;
}

const Status = ({ status, isError = false, children }: StatusProps) => (
  <div className="grid grid-cols-[3.5rem_minmax(0,1fr)] items-baseline">
    <dt className="font-mono text-sm font-medium tabular-nums">
      {isError ? <ErrorLink status={status} /> : <span className="text-positive">{status}</span>}
    </dt>
    <dd className="min-w-0 text-pretty">{children}</dd>
  </div>
);

export const ResponseDescription = ({ response }: { response: DocumentedResponse }) => (
  <>
    <WithCode text={response.description} />
    {response.type || response.shape ? (
      <>
        {" "}
        <span className="text-muted">
          (<Type {...response} />)
        </span>
      </>
    ) : null}
    {response.headers.length > 0 ? (
      <span className="ms-1 text-sm text-muted">
        with{" "}
        {response.headers.map((name, index) => (
          <span key={name}>
            {index > 0 ? ", " : null}
            <Code>{name}</Code>
          </span>
        ))}
      </span>
    ) : null}
  </>
);

const TypeLink = ({ name }: { name: string }) => (
  <a href={`#shape-${name}`} className="link">
    {name}
  </a>
);

interface TypeProps {
  type: string;
  shape: string | null;
}

const Type = ({ type, shape }: TypeProps) => (
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

/** Renders text in backticks as code, as Markdown does. */
export const WithCode = ({ text }: { text: string }) => (
  <>
    {text
      .split("`")
      .map((part, index) => (index % 2 === 0 ? part : <Code key={index}>{part}</Code>))}
  </>
);

export const Code = ({ children }: { children: string }) => (
  <code className="inline-code">{children}</code>
);

interface CodeBlockProps {
  label: string;
  children: string;
}

/** A code block. It scrolls, also by keyboard, if it is wider than the screen. */
export const CodeBlock = ({ label, children }: CodeBlockProps) => (
  <pre
    role="group"
    aria-label={label}
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    tabIndex={0}
    className="code-block"
  >
    <code>{children}</code>
  </pre>
);
