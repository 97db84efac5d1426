import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, type MetaFunction } from "@remix-run/react";
import { Page, PageHeader, Section } from "~/components/ui/page";
import { TableOfContents } from "~/components/ui/table-of-contents";
import { apiTags, apiTagSlug } from "~/config/api-tags";
import { getOrigin } from "~/utils/http/origin.server";
import { pageMeta } from "~/utils/seo/meta";
import { breadcrumbs } from "~/utils/seo/structured-data";
import { describeApi } from "./api.server";
import { CallDocumentation, CodeBlock, Fields } from "./call";
import { toTagPage, type DocumentedType } from "./docs-view-model.server";

export { GeneralErrorBoundary as ErrorBoundary } from "~/components/error-boundary";

/** The calls of one tag, with the types of their responses. */
export function loader({ request, params }: LoaderFunctionArgs) {
  const tag = apiTags.find(({ name }) => apiTagSlug(name) === params.tag);
  if (!tag) throw new Response(null, { status: 404 });
  return toTagPage(describeApi(), tag, getOrigin(request));
}

const api = { to: "/api", label: "API" };

export default function ApiTag() {
  const { name, description, calls, types } = useLoaderData<typeof loader>();
  return (
    <Page>
      <PageHeader trail={[api]} title={`API: ${name}`} standfirst={description} />
      <div className="grid-cols-[14rem_minmax(0,1fr)] items-start gap-x-14 lg:grid">
        <TableOfContents
          sections={[
            { id: "calls", title: "Calls", depth: 2 },
            ...calls.map(({ id, summary }) => ({ id, title: summary, depth: 3 })),
            ...(types.length > 0 ? [{ id: "shapes", title: "Response types", depth: 2 }] : []),
            ...types.map((type) => ({ id: type.id, title: type.name, depth: 3 })),
          ]}
        />
        <div className="min-w-0">
          <Section id="calls" title="Calls" isFirst>
            <div className="grid grid-cols-1 gap-10">
              {calls.map((call) => (
                <CallDocumentation key={call.id} call={call} />
              ))}
            </div>
          </Section>
          {types.length > 0 ? (
            <Section
              id="shapes"
              title="Response types"
              standfirst="The objects that calls return. All of these fields are always present, and no others."
            >
              <div className="grid grid-cols-1 gap-10">
                {types.map((type) => (
                  <NamedType key={type.id} type={type} />
                ))}
              </div>
            </Section>
          ) : null}
        </div>
      </div>
    </Page>
  );
}

const NamedType = ({
  type: { id, name, description, fields, example },
}: {
  type: DocumentedType;
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

export const meta: MetaFunction<typeof loader> = ({ matches, data }) =>
  data
    ? pageMeta({
        matches,
        title: `API: ${data.name}`,
        description: `${data.description} Each call with its parameters, responses, permissions and rate limits, and examples in three languages.`,
        path: data.path,
        structured: (context) => breadcrumbs(context, [api, { to: data.path, label: data.name }]),
      })
    : pageMeta({ matches, title: "Page not found", hidden: true });
