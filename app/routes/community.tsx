import {
  data,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { ArticleCard } from "~/components/articles/article-card";
import { ArticleForm, type ArticleRejection } from "~/components/articles/article-form";
import { NoArticles } from "~/components/articles/no-articles";
import { buttonClass } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { FeedLinks } from "~/components/ui/feed-links";
import { FormAlert } from "~/components/ui/form-alert";
import { Page } from "~/components/ui/page";
import { PageHeader } from "~/components/ui/page-header";
import { Pagination } from "~/components/ui/pagination";
import { TabLinks } from "~/components/ui/tab-links";
import { articleSorts, type ArticleSort } from "~/domain/ranking";
import { articleInput, communityQuery } from "~/schemas/articles";
import { postArticle } from "~/services/articles.server";
import { categoryReference } from "~/services/representations";
import { readCards } from "~/utils/article-cards.server";
import { getViewer } from "~/utils/auth.server";
import { feedLinks } from "~/utils/feed-links";
import { constraintOf, parseForm, readForm, rejected } from "~/utils/forms.server";
import { ownHeaders } from "~/utils/headers";
import { contextOf } from "~/utils/load-context";
import { pageMeta } from "~/utils/meta";
import { unlessUnanswered } from "~/utils/no-answer";
import { redirectWithToast } from "~/utils/toast.server";
import { refusalOf } from "~/utils/refusals.server";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const query = communityQuery.parse(Object.fromEntries(new URL(request.url).searchParams));
  const { sort, category } = query;
  const form = {
    constraint: constraintOf(articleInput),
    sort,
    category: category && categoryReference(category),
  };
  try {
    return { ...form, ...(await readCards({ request, context }, query)) };
  } catch (error) {
    contextOf(context).log.error({ err: error }, "the articles could not be read");
    return data(
      { ...form, articles: null, isFirst: true, next: null, previous: null },
      { status: 503 },
    );
  }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { form, tooMany } = await readForm({ request, context });
  const submission = parseForm(form, articleInput);
  try {
    if (tooMany) throw tooMany;
    if (submission.status !== "success") {
      return rejected<ArticleRejection>({ result: submission.reply() });
    }
    await postArticle(await getViewer(request), submission.value);
  } catch (error) {
    const refusal = refusalOf(error, context, "the article could not be posted");
    const { fieldErrors = {}, id } = refusal?.details ?? {};
    const answer = { result: submission.reply({ fieldErrors }), existingId: id };
    const reason = refusal?.message ?? "Please try again later.";
    return rejected<ArticleRejection>({ ...answer, reason }, refusal);
  }
  return redirectWithToast("/community", "articlePosted");
}

const sortLabels: Record<ArticleSort, string> = { new: "New", hot: "Hot", top: "Top" };

export const shouldRevalidate = unlessUnanswered;

export default function Community() {
  const { constraint, sort, category, articles, isFirst, next, previous } =
    useLoaderData<typeof loader>();
  const rejection = useActionData<typeof action>();
  const address = (query: Record<string, string>) => {
    const all = { ...(category && { category: category.slug }), sort, ...query };
    if (all.sort === "new") delete (all as Partial<typeof all>).sort;
    const search = new URLSearchParams(all);
    return search.size ? `/community?${search}` : "/community";
  };
  return (
    <Page>
      <PageHeader
        title="Community Articles"
        standfirst="What members and readers found worth passing on, and what they make of it."
        actions={
          <a href="#post" className={buttonClass({ variant: "secondary", className: "lg:hidden" })}>
            Post an Article
          </a>
        }
      />
      <div className="grid items-start gap-x-10 gap-y-12 lg:grid-cols-[20rem_minmax(0,1fr)]">
        {/* On a small screen what there is to read comes first, and a link leads to the form. */}
        <Card as="section" id="post" aria-labelledby="post-heading" className="max-lg:order-last">
          <h2 id="post-heading" className="mb-5 font-display text-2xl font-medium">
            Post an Article
          </h2>
          <ArticleForm constraint={constraint} rejection={rejection} />
        </Card>
        <section aria-labelledby="recent-heading">
          <div className="mb-6 flex flex-wrap items-center justify-between gap-4">
            <h2 id="recent-heading" className="font-display text-2xl font-medium">
              Recent Articles
            </h2>
            <TabLinks
              label="Sort by"
              tabs={articleSorts.map((name) => ({
                label: sortLabels[name],
                to: address({ sort: name }),
                current: name === sort,
              }))}
            />
          </div>
          {category ? (
            <p className="-mt-2 mb-5 text-base text-muted">
              Only those on {category.name}.{" "}
              <Link to="/community" className="link">
                Show all articles
              </Link>
            </p>
          ) : null}
          {articles === null ? (
            <FormAlert>Failed to load articles. Please try again later.</FormAlert>
          ) : articles.length === 0 ? (
            <NoArticles isCategory={!!category} first={isFirst ? null : address({})} />
          ) : (
            <div className="grid gap-6 sm:grid-cols-2 lg:grid-cols-1 xl:grid-cols-2">
              {articles.map(({ hasUpvoted, open, ...article }, place) => (
                <ArticleCard key={article.id} {...{ article, hasUpvoted, open, place }} />
              ))}
            </div>
          )}
          <Pagination
            label="Pages of articles"
            previous={previous && address({ before: previous })}
            next={next && address({ after: next })}
          />
          <FeedLinks path="/community" of="the articles" className="mt-8" />
        </section>
      </div>
    </Page>
  );
}

export const headers = ownHeaders;

export const meta: MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: "Community Articles",
    description: "Articles posted, upvoted and discussed by the community.",
    path: "/community",
    feeds: feedLinks("/community", "Community Articles"),
  });
