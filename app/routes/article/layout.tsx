import type { LoaderFunctionArgs } from "@remix-run/node";
import {
  Outlet,
  type ShouldRevalidateFunction,
  useActionData,
  useLoaderData,
  useParams,
} from "@remix-run/react";
import { CommentForm } from "~/components/comments/comment-form";
import { GeneralErrorBoundary, TryAgain } from "~/components/error-boundary";
import { GoneTextPage, type GoneText } from "~/components/moderation/gone-text";
import { UnlessBlocked } from "~/components/people/unless-blocked";
import { ButtonLink } from "~/components/ui/button";
import { FormAlert } from "~/components/ui/form";
import { Page, PageHeader, Prose } from "~/components/ui/page";
import { ARTICLES, hottestTag } from "~/config/page-tags";
import { linkifyNames } from "~/domain/linkify";
import { linkNames } from "~/domain/named";
import { serializeListedArticle } from "~/presenters/articles";
import { onArticle } from "~/domain/threads";
import { type Article, relatedArticles } from "~/services/articles/articles.server";
import { cachedRead } from "~/services/cache/cached-reads.server";
import { withHeadingLinks } from "~/services/content/heading-links";
import { renderMarkdown } from "~/services/content/markdown.server";
import { withDirections } from "~/services/content/text-direction";
import { articleOfPage, countPageView } from "~/utils/article-cards.server";
import { articleForms } from "~/utils/forms/article-forms.server";
import { formAction } from "~/utils/forms/form-action.server";
import type { FormResult } from "~/utils/forms/form-result";
import { formClientAction, keepPageWhenArticleGone } from "~/utils/forms/offline-fallback";
import { orGoneText } from "~/utils/gone-text.server";
import { markArticle } from "~/utils/marked-texts.server";
import { upvotedByViewer } from "~/utils/upvoted.server";
import { viewerOfPage } from "~/utils/http/auth.server";
import { orErrorResponse, orFallback } from "~/utils/http/error-responses.server";
import { useIsBlocked } from "~/utils/root-data";
import { savedByViewer } from "~/utils/saved.server";
import {
  ArticleHeader,
  ArticleImage,
  ArticleSummary,
  type RelatedArticle,
  RelatedArticles,
} from "./parts";
import { MissingArticle } from "./missing-article";

export { loaderHeaders as headers } from "~/utils/http/headers";

export const loader = (args: LoaderFunctionArgs) =>
  orErrorResponse(orGoneText(args, onArticle(args.params.id ?? ""), readArticlePage(args)));

async function readArticlePage(args: LoaderFunctionArgs) {
  const { context } = args;
  const [article, viewer] = await Promise.all([articleOfPage(args), viewerOfPage(args)]);
  const [upvoted, saved, related] = await Promise.all([
    upvotedByViewer(viewer, "article", [article]),
    savedByViewer(viewer, "article", [article]),
    orFallback(context, readRelated(article), "the related articles", []),
  ]);
  await countPageView(args, article.id);
  return {
    article: serializeListedArticle(article),
    ...markArticle(args.request, article, {
      title: [article.title],
      summary: linkifyNames(article.summary, article.named),
      html: withDirections(
        withHeadingLinks(linkNames(renderMarkdown(article.content), article.named)),
      ),
    }),
    hasUpvoted: upvoted.has(article.id),
    isSaved: saved.has(article.id),
    related,
  };
}

function readRelated({ id, category }: Article): Promise<RelatedArticle[]> {
  const tags = [ARTICLES, hottestTag(category)];
  return cachedRead(tags, ["related articles", id, category], async () =>
    (await relatedArticles({ id, category })).map(({ createdAt, ...other }) => ({
      id: other.id,
      title: other.title,
      upvotes: other.upvotes,
      createdAt: createdAt.toISOString(),
    })),
  );
}

export const action = formAction(articleForms);
export const clientAction = formClientAction();

/** Paging through the discussion keeps the article's data. */
export const shouldRevalidate: ShouldRevalidateFunction = (change) => {
  const { currentUrl, nextUrl, formMethod = "GET" } = change;
  const isSameArticle = currentUrl.pathname === nextUrl.pathname;
  const isOtherPage = isSameArticle && currentUrl.search !== nextUrl.search;
  return isOtherPage && formMethod === "GET" ? false : keepPageWhenArticleGone(change);
};

export default function ArticleLayout() {
  const { article, title, summary, html, hasUpvoted, isSaved, related } =
    useLoaderData<typeof loader>();
  const isFolded = useIsBlocked(article.reviewer);
  const result = useActionData<typeof action>();
  const isUpvote = isAboutUpvote(result);
  return (
    <Page className="grid grid-cols-1 justify-between gap-x-16 lg:grid-cols-[minmax(0,42rem)_minmax(14rem,18rem)]">
      <div>
        <FormAlert className="mt-10">{isUpvote ? result?.formError?.message : null}</FormAlert>
        <article>
          <ArticleHeader
            article={article}
            title={title}
            summary={summary}
            hasUpvoted={hasUpvoted}
            isSaved={isSaved}
            isFolded={isFolded}
          />
          <UnlessBlocked author={article.reviewer} className="mt-6">
            {isFolded ? (
              <>
                <ArticleSummary summary={summary} />
                <ArticleImage article={article} />
              </>
            ) : null}
            {html ? <Prose html={html} className="mt-10" /> : null}
          </UnlessBlocked>
        </article>
        <Outlet context={isUpvote ? undefined : result} />
      </div>
      <RelatedArticles category={article.category} articles={related} />
    </Page>
  );
}

const isAboutUpvote = (result: FormResult | undefined) => !!result && result.intent !== "comment";

export function ErrorBoundary() {
  return (
    <GeneralErrorBoundary
      statusHandlers={{
        404: () => <MissingArticle />,
        410: ({ data }) => <GoneArticle gone={data as GoneText} />,
        503: () => <ArticleUnavailable />,
      }}
    />
  );
}

const GoneArticle = ({ gone }: { gone: GoneText }) => (
  <GoneTextPage gone={gone} path={`/article/${gone.id}`} />
);

/** Shown when an article cannot be loaded; keeps a comment that could not be posted. */
function ArticleUnavailable() {
  const { id = "" } = useParams();
  const result = useActionData<FormResult>();
  const isUpvote = isAboutUpvote(result);
  return (
    <Page>
      <FormAlert className="mt-10">{isUpvote ? result?.formError?.message : null}</FormAlert>
      <PageHeader
        title="This article is not available just now."
        standfirst="Please try again in a few minutes."
      />
      <div className="flex flex-wrap gap-3">
        <ButtonLink to="/community">Go to all articles</ButtonLink>
        <TryAgain />
      </div>
      {result && !isUpvote ? (
        <section aria-labelledby="comment-heading" id="comments" className="mt-14 max-w-measure">
          <h2 id="comment-heading" className="mb-6 section-title">
            Your comment
          </h2>
          <CommentForm
            subjectId={id}
            action={`/article/${id}#comments`}
            redirectTo={`/article/${id}#comments`}
            result={result}
          />
        </section>
      ) : null}
    </Page>
  );
}
