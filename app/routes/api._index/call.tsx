import { clsx } from "clsx";
import type { ReactNode } from "react";
import { Code, CodeBlock, WithCode } from "./code";
import { Fields, Type } from "./fields";
import type { DocumentedResponse, ReadCall } from "./docs-view-model.server";

/** A call with all there is to know of it. */
export const CallOfTheApi = ({ call }: { call: ReadCall }) => (
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
      <dt className="text-muted">Who may</dt>
      <dd>{call.access}</dd>
      {call.limits.length > 0 ? (
        <>
          <dt className="mt-1 text-muted sm:mt-0">How often</dt>
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
    {call.parameters.map(({ place, fields }) => (
      <Part key={place} title={place}>
        <Fields fields={fields} areSent />
      </Part>
    ))}
    {call.body.length > 0 ? (
      <Part title="In the body">
        <Fields fields={call.body} areSent />
      </Part>
    ) : null}
    <Part title="For example">
      <CodeBlock label={`${call.summary}: an example`}>{call.curl}</CodeBlock>
    </Part>
    <Part title="What comes back">
      <Statuses>
        {call.answers.map((answer) => (
          <Status key={answer.status} status={answer.status}>
            <ResponseDescription answer={answer} />
          </Status>
        ))}
        {call.errors.map(({ status, description }) => (
          <Status key={status} status={status} isError>
            <WithCode text={description} />
          </Status>
        ))}
      </Statuses>
      <p className="mt-1.5 text-base text-muted">
        As anywhere:{" "}
        {call.usualErrors.map((status, index) => (
          <span key={status}>
            {index > 0 ? ", " : null}
            <ErrorLink status={status} />
          </span>
        ))}
      </p>
    </Part>
  </article>
);

const Method = ({ name }: { name: string }) => (
  <span
    className={clsx(
      "me-2 inline-block rounded-sm border px-1.5 py-px font-medium",
      name === "GET" ? "border-line text-muted" : "border-accent bg-accent-wash text-accent",
    )}
  >
    {name}
  </span>
);

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="mt-5">
    <h4 className="mb-1.5 text-sm font-medium text-muted">{title}</h4>
    {children}
  </div>
);

/** Answers one under the other, by status; each child is a `Status`. */
export const Statuses = ({ children }: { children: ReactNode }) => (
  <dl className="grid gap-y-1.5 text-base">{children}</dl>
);

/** A status, leading to what it means. */
const ErrorLink = ({ status }: { status: string }) => (
  <a
    href={`#error-${status}`}
    className="font-mono text-sm font-medium text-negative underline decoration-1 underline-offset-4 hover:decoration-2"
  >
    {status}
  </a>
);

interface StatusProps {
  status: string;
  isError?: boolean;
  children: ReactNode;
}

export const Status = ({ status, isError = false, children }: StatusProps) => (
  <div className="grid grid-cols-[3.5rem_minmax(0,1fr)] items-baseline">
    <dt className="font-mono text-sm font-medium tabular-nums">
      {isError ? <ErrorLink status={status} /> : <span className="text-positive">{status}</span>}
    </dt>
    <dd className="min-w-0 text-pretty">{children}</dd>
  </div>
);

/** What is answered, by its type, and the headers that come with it. */
export const ResponseDescription = ({ answer }: { answer: DocumentedResponse }) => (
  <>
    <WithCode text={answer.description} />
    {answer.type || answer.shape ? (
      <>
        {" "}
        <span className="text-muted">
          (<Type {...answer} />)
        </span>
      </>
    ) : null}
    {answer.headers.length > 0 ? (
      <span className="ms-1 text-sm text-muted">
        with{" "}
        {answer.headers.map((name, index) => (
          <span key={name}>
            {index > 0 ? ", " : null}
            <Code>{name}</Code>
          </span>
        ))}
      </span>
    ) : null}
  </>
);
