import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, type MetaFunction } from "@remix-run/react";
import { ButtonLink } from "~/components/ui/button";
import { Page } from "~/components/ui/page";
import { PageHeader } from "~/components/ui/page-header";
import { Section } from "~/components/ui/section";
import { TableOfContents } from "~/components/ui/table-of-contents";
import { pageMeta } from "~/utils/seo/meta";
import { getOrigin } from "~/utils/http/origin.server";
import { ResponseDescription, CallDocumentation } from "./call";
import { CodeBlock, WithCode } from "./code";
import { apiDocument } from "./document.server";
import { Fields } from "./fields";
import { toApiDocs, type ApiDocs } from "./docs-view-model.server";
import { QuickStart } from "./start";

export const loader = ({ request }: LoaderFunctionArgs) =>
  toApiDocs(apiDocument(getOrigin(request)));

export default function Api() {
  const docs = useLoaderData<typeof loader>();
  const { opening, origin, groups, shapes, errors } = docs;
  return (
    <Page>
      <PageHeader
        title="API"
        standfirst={<WithCode text={opening} />}
        actions={
          <ButtonLink to="/api/openapi.json" reloadDocument variant="secondary">
            OpenAPI document
          </ButtonLink>
        }
      />
      <div className="grid-cols-[14rem_minmax(0,1fr)] items-start gap-x-14 lg:grid">
        <TableOfContents sections={contentsOf(docs)} />
        <div className="min-w-0">
          <Section id="start" title="Quick start" isFirst>
            <QuickStart origin={origin} />
          </Section>
          <Section id="rules" title="General rules">
            <Rules docs={docs} />
          </Section>
          {groups.map(({ id, name, description, calls }) => (
            <Section key={id} id={id} title={name} standfirst={description}>
              <div className="grid grid-cols-1 gap-10">
                {calls.map((call) => (
                  <CallDocumentation key={call.id} call={call} />
                ))}
              </div>
            </Section>
          ))}
          <Section
            id="shapes"
            title="Response types"
            standfirst="The objects that calls return. All of these fields are always present, and no others."
          >
            <div className="grid grid-cols-1 gap-10">
              {shapes.map((type) => (
                <NamedType key={type.id} type={type} />
              ))}
            </div>
          </Section>
          <Section id="errors" title="Errors">
            <Errors errors={errors} />
          </Section>
        </div>
      </div>
    </Page>
  );
}

const contentsOf = ({ groups, shapes }: ApiDocs) => [
  { id: "start", title: "Quick start", depth: 2 },
  { id: "rules", title: "General rules", depth: 2 },
  ...groups.flatMap(({ id, name, calls }) => [
    { id, title: name, depth: 2 },
    ...calls.map((call) => ({ id: call.id, title: call.summary, depth: 3 })),
  ]),
  { id: "shapes", title: "Response types", depth: 2 },
  ...shapes.map(({ id, name }) => ({ id, title: name, depth: 3 })),
  { id: "errors", title: "Errors", depth: 2 },
];

/** The prose of the OpenAPI document, rendered from Markdown. */
const Rules = ({ docs: { rules } }: { docs: ApiDocs }) => (
  <div className="grid gap-x-10 gap-y-7 md:grid-cols-2">
    {rules.map(({ id, title, html }) => (
      <div key={id} className="min-w-0">
        <h3 id={id} className="scroll-mt-20 font-display text-xl font-medium">
          {title}
        </h3>
        <div
          className="mt-1 text-pretty [&_code]:rounded-sm [&_code]:bg-sunken [&_code]:px-1 [&_code]:py-px [&_code]:font-mono [&_code]:text-[0.875em]"
          dangerouslySetInnerHTML={{ __html: html }}
        />
      </div>
    ))}
  </div>
);

const NamedType = ({
  type: { id, name, description, fields, example },
}: {
  type: ApiDocs["shapes"][number];
}) => (
  <article aria-labelledby={id}>
    <h3 id={id} tabIndex={-1} className="scroll-mt-20 font-display text-xl font-medium">
      <a href={`#${id}`} className="hover:underline">
        {name}
      </a>
    </h3>
    <p className="mt-1 mb-3 text-pretty">{description}</p>
    <div className="grid grid-cols-1 items-start gap-x-8 gap-y-4 xl:grid-cols-[minmax(0,1fr)_22rem]">
      <Fields fields={fields} />
      <CodeBlock label={`${name}: an example`}>{example}</CodeBlock>
    </div>
  </article>
);

const Errors = ({ errors }: { errors: ApiDocs["errors"] }) => (
  <ul className="divide-y divide-line border-y border-line">
    {errors.map((error) => (
      <li
        key={error.name}
        className="grid grid-cols-1 gap-x-8 gap-y-2 py-4 md:grid-cols-[minmax(0,1fr)_20rem]"
      >
        <div className="min-w-0">
          <h3 id={`error-${error.status}`} tabIndex={-1} className="scroll-mt-20 font-medium">
            <span className="me-2 font-mono text-sm">{error.status}</span>
            {error.name}
          </h3>
          <p className="text-pretty">
            <ResponseDescription response={{ ...error, type: "", shape: null }} />
          </p>
        </div>
        {error.example ? (
          <CodeBlock label={`${error.status}, ${error.name}: an example`}>
            {error.example}
          </CodeBlock>
        ) : null}
      </li>
    ))}
  </ul>
);

export const meta: MetaFunction<typeof loader> = ({ matches }) =>
  pageMeta({
    matches,
    title: "API",
    description:
      "Every call of the API with its parameters, responses, permissions and rate limits, and examples to try in a terminal.",
    path: "/api",
  });
