import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { PersonLink } from "~/components/people/person-link";
import { ChangedText } from "~/components/ui/changed-text";
import { DateTime } from "~/components/ui/date-time";
import { ArrowLeftIcon } from "~/components/ui/icons";
import { Link } from "~/components/ui/link";
import { Page, PageHeader } from "~/components/ui/page";
import { reviewPath } from "~/config/hubs";
import { commentPath } from "~/domain/comment-path";
import type { EditableKind } from "~/domain/editing";
import { serializeListedRevision } from "~/presenters/articles";
import { parsePathNumber } from "~/schemas/path-numbers";
import { type EditedPlace, readChange } from "~/services/articles/revisions.server";
import { orErrorResponse } from "~/utils/http/error-responses.server";
import { pageMeta } from "~/utils/seo/meta";
import { wordDiff } from "~/utils/word-diff.server";
import { labelOf } from "./edit-page";

export { GeneralErrorBoundary as ErrorBoundary } from "~/components/error-boundary";

export async function loader({ request, params }: LoaderFunctionArgs) {
  const kind = kindAt(new URL(request.url).pathname);
  const id = (kind === "review" ? params.review : params.id) ?? "";
  const version = params.version === undefined ? undefined : parsePathNumber(params.version);
  if (version === null) throw new Response(null, { status: 404 });
  return orErrorResponse(readPage(kind, id, version));
}

function kindAt(pathname: string): EditableKind {
  if (/^\/article\//i.test(pathname)) return "article";
  return /^\/comment\//i.test(pathname) ? "comment" : "review";
}

async function readPage(kind: EditableKind, id: string, version: number | undefined) {
  const { place, before, after, versions } = await readChange(kind, id, version);
  const names = Object.keys(after.fields);
  const textOf = (fields: typeof after.fields, name: string) => String(fields[name] ?? "");
  return {
    kind,
    title: place.title,
    author: place.authorName,
    backTo: pathOf(place),
    version: after.version,
    versions: versions.map(serializeListedRevision),
    before: serializeListedRevision(before),
    after: serializeListedRevision(after),
    changes: names
      .filter((name) => textOf(before.fields, name) !== textOf(after.fields, name))
      .map((name) => ({
        name,
        parts: wordDiff(textOf(before.fields, name), textOf(after.fields, name)),
      })),
  };
}

function pathOf({ kind, id, subject, hub }: EditedPlace): string {
  if (kind === "review") return reviewPath({ id, hub: hub ?? "" });
  return subject ? commentPath({ id, subject }) : `/article/${id}`;
}

export default function Changes() {
  const { kind, title, author, backTo, version, versions, before, after, changes } =
    useLoaderData<typeof loader>();
  const base = useLocation().pathname.replace(/\/changes\b.*$/i, "/changes");
  return (
    <Page>
      <PageHeader
        title="What changed"
        standfirst={
          <>
            {title === null ? (
              "In a comment"
            ) : (
              <>
                In “<span dir="auto">{title}</span>”
              </>
            )}{" "}
            by <PersonLink name={author} />
          </>
        }
      />
      <div className="grid grid-cols-1 items-start gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_16rem]">
        <div className="max-w-reading">
          <p className="meta-line">
            <span>
              From <DateTime value={before.writtenAt} withTime />
            </span>
            <span>
              to <DateTime value={after.writtenAt} withTime />
            </span>
          </p>
          <dl className="mt-6 grid gap-6">
            {changes.map(({ name, parts }) => (
              <div key={name}>
                <dt className="text-sm font-medium text-muted">{labelOf(name)}</dt>
                <dd className="mt-1">
                  <ChangedText parts={parts} />
                </dd>
              </div>
            ))}
          </dl>
          <p className="mt-8">
            <Link to={backTo} className="link inline-flex items-center gap-1.5 touch">
              <ArrowLeftIcon className="size-4" />
              Current version of the {kind}
            </Link>
          </p>
        </div>
        <nav aria-labelledby="versions">
          <h2 id="versions" className="font-display text-xl font-medium">
            Versions
          </h2>
          <ol className="mt-2 grid">
            {versions.map((one, i) => (
              <li key={one.version} className="border-b border-line py-2 text-base">
                {i === versions.length - 1 ? (
                  <>
                    <DateTime value={one.writtenAt} withTime /> (first)
                  </>
                ) : (
                  <Link
                    to={`${base}/${one.version}`}
                    aria-current={one.version === version ? "page" : undefined}
                    className="link aria-[current]:font-medium aria-[current]:no-underline"
                  >
                    <DateTime value={one.writtenAt} withTime />
                    {i === 0 ? " (now)" : null}
                  </Link>
                )}
              </li>
            ))}
          </ol>
        </nav>
      </div>
    </Page>
  );
}

export const meta: MetaFunction<typeof loader> = ({ data, matches, location }) =>
  pageMeta({
    matches,
    title: data?.title ? `What changed in ${data.title}` : "What changed",
    description: "What an edit changed, word by word, and the earlier versions.",
    path: location.pathname,
    hidden: true,
  });
