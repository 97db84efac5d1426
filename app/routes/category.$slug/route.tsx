import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import {
  isRouteErrorResponse,
  useActionData,
  useLoaderData,
  useLocation,
  useRouteError,
  type ClientLoaderFunctionArgs,
} from "@remix-run/react";
import { ArticleCard } from "~/components/articles/article-card";
import { CategoryFailed, CategoryNotFound } from "./category-errors";
import { UnlistedArticleResult } from "~/components/articles/missing-article-result";
import { NoArticles } from "~/components/articles/no-articles";
import { FormAlert } from "~/components/ui/form";
import { Page, PageHeader } from "~/components/ui/page";
import { Pagination } from "~/components/ui/list";
import { findCategory } from "~/domain/categories";
import { communityQuery } from "~/schemas/articles";
import { readCategory } from "~/services/articles/categories";
import { noCards } from "~/utils/article-cards";
import { readCards } from "~/utils/article-cards.server";
import { articleForms } from "~/utils/forms/article-forms.server";
import { formAction } from "~/utils/forms/form-action.server";
import { getContext } from "~/utils/http/load-context";
import { pageMeta } from "~/utils/seo/meta";
import {
  formClientAction,
  loadOrFallback,
  connectionErrorMessage,
  keepPageWhenArticleGone,
  useRememberedData,
} from "~/utils/forms/offline-fallback";
import { breadcrumbs } from "~/utils/seo/structured-data";
import { orErrorResponse } from "~/utils/http/error-responses.server";

export { loaderHeaders as headers } from "~/utils/http/headers";

/** Categories other than the six topics, whose category pages are their hubs (see `routes.ts`). */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const slug = (params.slug ?? "").toLowerCase();
  const category = await orErrorResponse(Promise.resolve(slug).then(readCategory));
  const query = communityQuery.parse(Object.fromEntries(new URL(request.url).searchParams));
  const { after, before, comments } = query;
  try {
    const list = { sort: "new", category: slug, after, before, comments } as const;
    return { category, ...(await readCards({ request, context }, list)) };
  } catch (error) {
    getContext(context).log.error({ err: error }, "a category's articles could not be read");
    return data({ category, ...noCards }, { status: 503 });
  }
}

export const action = formAction(articleForms);

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
      return { category, ...noCards };
    },
  );

export const clientAction = formClientAction();
export const shouldRevalidate = keepPageWhenArticleGone;

export default function CategoryScreen() {
  const page = useLoaderData<typeof loader>();
  useRememberedData("category", page);
  const { category, articles, isFirst, next, previous } = page;
  const result = useActionData<typeof action>();
  const { pathname } = useLocation();
  return (
    <Page>
      <PageHeader title={category.name} standfirst={category.description} />
      <UnlistedArticleResult result={result} articles={articles} />
      <section aria-labelledby="articles-heading">
        <h2 id="articles-heading" className="sr-only">
          Articles
        </h2>
        {articles === null ? (
          <FormAlert>Failed to fetch articles</FormAlert>
        ) : articles.length === 0 ? (
          <NoArticles isCategory firstPage={isFirst ? null : pathname} />
        ) : (
          <div className="grid grid-cols-1 gap-6 has-aria-expanded:items-start sm:grid-cols-2 lg:grid-cols-3">
            {articles.map(({ hasUpvoted, open, ...article }, index) => (
              <ArticleCard
                key={article.id}
                {...{ article, hasUpvoted, open, index }}
                result={result?.article === article.id ? result : undefined}
              />
            ))}
          </div>
        )}
        <Pagination
          label="Pages of articles"
          previous={previous && `${pathname}?before=${previous}`}
          next={next && `${pathname}?after=${next}`}
        />
      </section>
    </Page>
  );
}

export function ErrorBoundary() {
  const error = useRouteError();
  const isMissing = isRouteErrorResponse(error) && error.status === 404;
  return isMissing ? <CategoryNotFound /> : <CategoryFailed />;
}

export const meta: MetaFunction<typeof loader> = ({ data, error, matches }) => {
  if (!data) {
    const isMissing = isRouteErrorResponse(error) && error.status === 404;
    const title = isMissing ? "Category not found" : "Failed to fetch category";
    return pageMeta({ matches, title, hidden: true });
  }
  const { name, description, slug } = data.category;
  const path = `/category/${slug}`;
  return pageMeta({
    matches,
    title: name,
    description: `Articles of the community in ${name}. ${description}`,
    path,
    structured: (context) =>
      breadcrumbs(context, [
        { name: "Community Articles", path: "/community" },
        { name, path },
      ]),
  });
};
