import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, type MetaFunction } from "@remix-run/react";
import type { ReactNode } from "react";
import { ButtonLink } from "~/components/ui/button";
import { Link } from "~/components/ui/link";
import { Page, PageHeader, Section } from "~/components/ui/page";
import { TableOfContents } from "~/components/ui/table-of-contents";
import { getOrigin } from "~/utils/http/origin.server";
import { pageMeta } from "~/utils/seo/meta";
import { describeApi } from "./api.server";
import { Code, CodeBlock, Method, ResponseDescription, WithCode } from "./call";
import { toOverview, type ApiOverview } from "./docs-view-model.server";

export const loader = ({ request }: LoaderFunctionArgs) => ({
  ...toOverview(describeApi()),
  origin: getOrigin(request),
});

export default function Api() {
  const { opening, origin, rules, groups, types, errors } = useLoaderData<typeof loader>();
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
        <TableOfContents
          sections={[
            { id: "start", title: "Quick start", depth: 2 },
            { id: "rules", title: "General rules", depth: 2 },
            { id: "calls", title: "Calls", depth: 2 },
            ...groups.map(({ id, name }) => ({ id, title: name, depth: 3 })),
            { id: "shapes", title: "Response types", depth: 2 },
            { id: "errors", title: "Errors", depth: 2 },
          ]}
        />
        <div className="min-w-0">
          <Section id="start" title="Quick start" isFirst>
            <QuickStart origin={origin} />
          </Section>
          <Section id="rules" title="General rules">
            <Rules rules={rules} />
          </Section>
          <Section id="calls" title="Calls">
            <div className="grid grid-cols-1 gap-10">
              {groups.map((group) => (
                <Group key={group.id} group={group} />
              ))}
            </div>
          </Section>
          <Section
            id="shapes"
            title="Response types"
            standfirst="The objects that calls return, described on the pages of these calls."
          >
            <ul className="flex flex-wrap gap-x-6">
              {types.map(({ id, name, path }) => (
                <li key={id} id={id} className="scroll-mt-20">
                  <Link to={path} className="inline-flex min-h-11 items-center link">
                    {name}
                  </Link>
                </li>
              ))}
            </ul>
          </Section>
          <Section id="errors" title="Errors">
            <Errors errors={errors} />
          </Section>
        </div>
      </div>
    </Page>
  );
}

const JSON_HEADER = "-H 'Content-Type: application/json'";

const signIn = (origin: string) => `TOKEN=$(curl -s '${origin}/api/auth/login' \\
  ${JSON_HEADER} \\
  -d '{"email": "you@example.org", "password": "…"}' |
  sed -n 's/.*"token":"\\([^"]*\\)".*/\\1/p')`;

const post = (origin: string) => `curl '${origin}/api/articles/create' \\
  -H "Authorization: Bearer $TOKEN" \\
  ${JSON_HEADER} \\
  -d '{
    "title": "What the term premium is telling us",
    "summary": "Why long yields rise while policy rates fall.",
    "url": "https://example.org/term-premium"
  }'`;

/** Fetches all reviews page by page; stops on errors. */
const pages = (origin: string) => `next='${origin}/api/reviews?limit=1000'
while [ -n "$next" ]; do
  curl -fsS -D headers.txt "$next" || break
  next=$(sed -n 's/^[Ll]ink: <\\(.*\\)>; rel="next".*/\\1/p' headers.txt)
done`;

/** Three steps with curl: reading a whole list, signing in, and posting. */
const QuickStart = ({ origin }: { origin: string }) => (
  <ol className="grid grid-cols-1 gap-8">
    <Step number={1} title="Read a whole list" code={pages(origin)}>
      Reading needs no token. Lists are paginated, with 100 items per page unless you set{" "}
      <Code>limit</Code>, and the <Code>Link</Code> header of each page has the URL of the next. The
      last page has none, which ends the loop.
    </Step>
    <Step number={2} title="Sign in, and keep the token" code={signIn(origin)}>
      Create an account on the site or through the API. The token expires 30 days after its last
      use.
    </Step>
    <Step number={3} title="Post an article" code={post(origin)}>
      The response is the new article. Posting the same link again returns a 409 with the id of the
      existing article.
    </Step>
  </ol>
);

interface StepProps {
  number: number;
  title: string;
  code: string;
  children: ReactNode;
}

const Step = ({ number, title, code, children }: StepProps) => (
  <li className="grid grid-cols-[1.5rem_minmax(0,1fr)] gap-x-2">
    <span aria-hidden="true" className="font-display text-xl text-muted tabular-nums">
      {number}
    </span>
    <div className="min-w-0">
      <h3 className="font-display text-xl font-medium">{title}</h3>
      <p className="mt-1 mb-3 text-pretty">{children}</p>
      <CodeBlock label={title}>{code}</CodeBlock>
    </div>
  </li>
);

const Group = ({
  group: { id, name, path, description, calls },
}: {
  group: ApiOverview["groups"][number];
}) => (
  <div>
    <h3 id={id} tabIndex={-1} className="scroll-mt-20 font-display text-xl font-medium">
      <Link to={path} className="hover:underline">
        {name}
      </Link>
    </h3>
    <p className="mt-1 mb-3 text-pretty text-muted">{description}</p>
    <ul className="divide-y divide-line border-y border-line text-base">
      {calls.map((call) => (
        <li
          key={call.id}
          id={call.id}
          className="grid scroll-mt-20 gap-x-6 gap-y-0.5 py-2.5 sm:grid-cols-[18rem_minmax(0,1fr)]"
        >
          <Link to={`${path}#${call.id}`} className="link justify-self-start">
            {call.summary}
          </Link>
          <span className="font-mono text-sm leading-6 break-all">
            <Method name={call.method} />
            {call.path}
          </span>
        </li>
      ))}
    </ul>
  </div>
);
/** The prose of the OpenAPI document, rendered from Markdown. */
const Rules = ({ rules }: { rules: ApiOverview["rules"] }) => (
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

const Errors = ({ errors }: { errors: ApiOverview["errors"] }) => (
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
