import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import {
  isRouteErrorResponse,
  useActionData,
  useLoaderData,
  useLocation,
  useRouteError,
  type ClientLoaderFunctionArgs,
} from "@remix-run/react";
import { CategoryFailed, CategoryNotFound } from "./category-errors";
import { ArticleList } from "~/components/articles/article-list";
import { UnlistedArticleResult } from "~/components/articles/missing-article-result";
import { ViewToggle } from "~/components/articles/view-toggle";
import { FollowButton } from "~/components/following/follow-button";
import { Page, PageHeader } from "~/components/ui/page";
import { findCategory } from "~/domain/categories";
import { communityQuery } from "~/schemas/articles";
import { readCategory } from "~/services/articles/categories";
import { noArticles } from "~/utils/article-cards";
import { readArticles } from "~/utils/article-cards.server";
import { followStatesOfPage } from "~/utils/follow-states.server";
import { articleForms } from "~/utils/forms/article-forms.server";
import { formAction } from "~/utils/forms/form-action.server";
import { pageMeta } from "~/utils/seo/meta";
import {
  formClientAction,
  loadOrFallback,
  connectionErrorMessage,
  keepPageWhenArticleGone,
  useRememberedData,
} from "~/utils/forms/offline-fallback";
import { breadcrumbs } from "~/utils/seo/structured-data";
import { orErrorResponse, orFallback } from "~/utils/http/error-responses.server";

export { loaderHeaders as headers } from "~/utils/http/headers";

/** Categories other than the six topics, whose category pages are their hubs (see `routes.ts`). */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const slug = (params.slug ?? "").toLowerCase();
  const category = await orErrorResponse(Promise.resolve(slug).then(readCategory));
  const query = communityQuery.parse(Object.fromEntries(new URL(request.url).searchParams));
  const list = { ...query, sort: "new", category: slug } as const;
  const read = readArticles({ request, context }, list, "cards");
  const followed = followStatesOfPage({ request, context }, [{ kind: "category", target: slug }]);
  const [articles, [follow = null]] = await Promise.all([
    orFallback(context, read, "a category's articles", noArticles),
    orFallback(context, followed, "whether a category is followed", []),
  ]);
  return data({ category, follow, ...articles }, { status: articles.articles ? 200 : 503 });
}

export const action = formAction(articleForms);

const community = { to: "/community", label: "Community Articles" };

type CategoryPage = ReturnType<typeof useLoaderData<typeof loader>>;

export const clientLoader = ({ request, params, serverLoader }: ClientLoaderFunctionArgs) =>
  loadOrFallback<CategoryPage>(
    "category",
    request,
    () => serverLoader<typeof loader>(),
    () => {
      const category = findCategory((params.slug ?? "").toLowerCase());
      // Offline, only known categories can be shown.
      if (!category) throw new Error(connectionErrorMessage());
      return { category, follow: null, ...noArticles };
    },
  );

export const clientAction = formClientAction();
export const shouldRevalidate = keepPageWhenArticleGone;

export default function CategoryScreen() {
  const page = useLoaderData<typeof loader>();
  useRememberedData("category", page);
  const { category, articles, follow, view } = page;
  const result = useActionData<typeof action>();
  const { pathname, search: asked } = useLocation();
  const chosen = new URLSearchParams(asked).get("view");
  const urlOf = (cursor: Record<string, string>) => {
    const search = new URLSearchParams({ ...cursor, ...(chosen && { view: chosen }) });
    return search.size ? `${pathname}?${search}` : pathname;
  };
  return (
    <Page>
      <PageHeader
        trail={[community]}
        title={category.name}
        standfirst={category.description}
        actions={
          <FollowButton
            followed={{ kind: "category", id: category.slug }}
            title={category.name}
            isFollowed={follow?.isFollowed ?? false}
          />
        }
      />
      <UnlistedArticleResult result={result} articles={articles} />
      <section aria-labelledby="articles-heading">
        <h2 id="articles-heading" className="sr-only">
          Articles
        </h2>
        {articles?.length ? (
          <div className="mb-5 flex justify-end">
            <ViewToggle view={view} />
          </div>
        ) : null}
        <ArticleList
          page={page}
          failure="Failed to fetch articles"
          isCategory
          urlOf={urlOf}
          result={result}
          className="sm:grid-cols-2 lg:grid-cols-3"
        />
      </section>
    </Page>
  );
}

export function ErrorBoundary() {
  return isMissing(useRouteError()) ? <CategoryNotFound /> : <CategoryFailed />;
}

const isMissing = (error: unknown) => isRouteErrorResponse(error) && error.status === 404;

export const meta: MetaFunction<typeof loader> = ({ data, error, matches }) => {
  if (!data) {
    const title = isMissing(error) ? "Category not found" : "Failed to fetch category";
    return pageMeta({ matches, title, hidden: true });
  }
  const { name, description, slug } = data.category;
  const path = `/category/${slug}`;
  return pageMeta({
    matches,
    title: name,
    description: `Articles of the community in ${name}. ${description}`,
    path,
    structured: (context) => breadcrumbs(context, [community, { to: path, label: name }]),
  });
};
