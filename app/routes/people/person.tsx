import { data, redirect, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { ArticleCard, CommentCard, ReviewCard } from "~/components/contributions/cards";
import { EmptyState, FeedLinks, Pagination, TabLinks } from "~/components/ui/list";
import { Page, PageHeader } from "~/components/ui/page";
import { personPath } from "~/domain/person-path";
import { ServiceError } from "~/services/errors";
import { readContributionsOf } from "~/services/people/contributions.server";
import {
  countContributions,
  GONE,
  isUnlisted,
  readPerson,
  type Person,
} from "~/services/people/people.server";
import { serializePerson } from "~/presenters/people";
import { feedLinks } from "~/utils/feeds/feed-links";
import { formatNumber } from "~/utils/format";
import { viewerOfPage } from "~/utils/http/auth.server";
import { errorResponseInit, orErrorResponse } from "~/utils/http/error-responses.server";
import { pageMeta } from "~/utils/seo/meta";
import { personPageData } from "~/utils/seo/structured-data";
import { personPageQuery, personPageKind } from "~/schemas/people";
import { AboutPerson } from "./about-person";

export { loaderHeaders as headers } from "~/utils/http/headers";
export { GeneralErrorBoundary as ErrorBoundary } from "~/components/error-boundary";

export async function loader(args: LoaderFunctionArgs) {
  const { params, request } = args;
  const { pathname, search, searchParams } = new URL(request.url);
  const kind = personPageKind.safeParse(params.kind ?? "articles");
  if (!kind.success) throw new Response(null, { status: 404 });
  const person = await orErrorResponse(readUnlessDeleted(params.name ?? ""));
  if (!person) {
    const gone = errorResponseInit(new ServiceError("gone", GONE));
    return data({ person: null }, gone);
  }
  const path = personPath(person.name);
  // Other spellings of the name redirect to the canonical path.
  const isCanonical = pathname.startsWith(path) && params.name === person.name;
  if (!isCanonical) {
    const rest = params.kind ? `/${kind.data}` : "";
    throw redirect(`${path}${rest}${search}`, 301);
  }
  const { after } = personPageQuery.parse(Object.fromEntries(searchParams));
  const [counts, list, viewer] = await orErrorResponse(
    Promise.all([
      countContributions(person),
      readContributionsOf(person.id, kind.data, after),
      viewerOfPage(args),
    ]),
  );
  return data({
    person: serializePerson(person, counts),
    isUnlisted: isUnlisted(person),
    isOwn: viewer?.id === person.id,
    list,
  });
}

/** @returns `null` if the account was deleted */
const readUnlessDeleted = (name: string): Promise<Person | null> =>
  readPerson(name).catch((error: unknown) => {
    if (error instanceof ServiceError && error.kind === "gone") return null;
    throw error;
  });

export default function PersonPage() {
  const loaded = useLoaderData<typeof loader>();
  if (!loaded.person) return <Gone />;
  const { person, isUnlisted, isOwn, list } = loaded;
  const path = personPath(person.name);
  const pathOf = (kind: string) => (kind === "articles" ? path : `${path}/${kind}`);
  const tabs = (["articles", "reviews", "comments"] as const).map((kind) => ({
    to: pathOf(kind),
    current: kind === list.kind,
    label: `${titleOf(kind)} (${formatNumber(person[kind])})`,
  }));
  return (
    <Page>
      <PageHeader
        title={<span dir="auto">{person.name}</span>}
        standfirst={
          person.about ? (
            <span dir="auto" className="block">
              {person.about}
            </span>
          ) : null
        }
        actions={isUnlisted ? null : <FeedLinks path={path} of={`what ${person.name} writes`} />}
      />
      <AboutPerson person={person} isOwn={isOwn} />
      <TabLinks label={`What ${person.name} has written`} tabs={tabs} className="mb-8" />
      <h2 className="sr-only">{titleOf(list.kind)}</h2>
      <List list={list} />
      <Pagination
        label={`Pages of ${list.kind}`}
        previous={list.isFirstPage ? null : pathOf(list.kind)}
        previousLabel="Newest"
        next={list.next && `${pathOf(list.kind)}?after=${encodeURIComponent(list.next)}`}
        nextLabel="Older"
      />
    </Page>
  );
}

const titleOf = (kind: string) => `${kind[0]!.toUpperCase()}${kind.slice(1)}`;

type LoadedList = Exclude<
  ReturnType<typeof useLoaderData<typeof loader>>,
  { person: null }
>["list"];

function List({ list }: { list: LoadedList }) {
  if (!list.items.length) return <EmptyState>No {list.kind} yet.</EmptyState>;
  return (
    <ul className="grid grid-cols-1 gap-5 sm:grid-cols-2 lg:grid-cols-3">
      {list.kind === "articles"
        ? list.items.map((article) => (
            <Item key={article.id}>
              <ArticleCard article={article} />
            </Item>
          ))
        : list.kind === "reviews"
          ? list.items.map((review) => (
              <Item key={review.id}>
                <ReviewCard review={review} />
              </Item>
            ))
          : list.items.map((comment) => (
              <Item key={comment.id}>
                <CommentCard comment={comment} />
              </Item>
            ))}
    </ul>
  );
}

const Item = ({ children }: { children: ReactNode }) => (
  <li className="grid min-w-0">{children}</li>
);

const Gone = () => (
  <Page className="max-w-xl">
    <PageHeader
      title="Deleted account"
      standfirst="The person with this name has deleted their account. What they chose to leave here is shown without the name."
    />
  </Page>
);

export const meta: MetaFunction<typeof loader> = ({ data: loaded, matches }) => {
  if (!loaded?.person) return pageMeta({ matches, title: "Deleted account", hidden: true });
  const { person, isUnlisted, list } = loaded;
  const path = personPath(person.name);
  return pageMeta({
    matches,
    title: list.kind === "articles" ? person.name : `${titleOf(list.kind)} by ${person.name}`,
    description: person.about ?? `What ${person.name} has written: articles, reviews, comments.`,
    path,
    hidden: isUnlisted,
    ...(isUnlisted
      ? {}
      : {
          feeds: feedLinks(path, `Articles and reviews by ${person.name}`),
          structured: (context) => personPageData(context, person),
        }),
  });
};
