import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import {
  useActionData,
  useLoaderData,
  useNavigate,
  useOutletContext,
  useRouteLoaderData,
} from "@remix-run/react";
import { CommentForm } from "~/components/articles/comment-form";
import { CommentList, type ListedComment } from "~/components/articles/comment-list";
import { errorTitle } from "~/components/error-boundary";
import { Pagination } from "~/components/ui/pagination";
import { decodeCursor } from "~/domain/cursor";
import { COMMENTS_PER_PAGE } from "~/domain/field-limits";
import { commentPath } from "~/services/paths";
import { readCommentsPage, readArticle } from "~/services/articles/articles.server";
import { listedComment } from "~/utils/article-cards.server";
import { articleForms } from "~/utils/forms/article-forms.server";
import { formAction } from "~/utils/forms/form-action.server";
import type { FormResult } from "~/utils/forms/form-result";
import { formatNumber } from "~/utils/format";
import { loaderHeaders } from "~/utils/http/headers";
import { pageMeta } from "~/utils/seo/meta";
import { formClientAction, skipRevalidationWhenOffline } from "~/utils/forms/offline-fallback";
import { orNotFound } from "~/utils/http/error-responses.server";
import { breadcrumbs, discussion } from "~/utils/seo/structured-data";
import type { loader as articleLoader } from "./layout";

/** The route above, which has the article. */
const ARTICLE = "routes/article/layout";

export const loader = (args: LoaderFunctionArgs) => orNotFound(readDiscussion(args));

async function readDiscussion({ request, params }: LoaderFunctionArgs) {
  const { searchParams: asked } = new URL(request.url);
  const { id } = await readArticle(params.id ?? "");
  const page = await readCommentsPage(
    { id },
    {
      limit: COMMENTS_PER_PAGE,
      after: decodeCursor(asked.get("after") ?? ""),
      comment: asked.get("comment"),
    },
  );
  return {
    comments: page.items.map(listedComment),
    isFirstPage: page.previous === null,
    next: page.next,
  };
}

export const action = formAction(articleForms);
export const clientAction = formClientAction();
export const shouldRevalidate = skipRevalidationWhenOffline;

/** The comments of an article, in pages, and the form to add one. */
export default function Discussion() {
  const { comments, isFirstPage, next } = useLoaderData<typeof loader>();
  const { article } = useRouteLoaderData<typeof articleLoader>(ARTICLE)!;
  const passedDown = useOutletContext<FormResult | undefined>();
  const result = useActionData<typeof action>() ?? passedDown;
  const here = `/article/${article.id}`;
  const navigate = useNavigate();
  // In a long discussion what somebody has just posted may be on another page than this.
  const showPosted = (id: string) => {
    if (comments.every((comment) => comment.id !== id)) {
      navigate(commentPath({ id, articleId: article.id }));
    }
  };
  return (
    <section
      id="comments"
      aria-labelledby="comments-heading"
      className="mt-14 max-w-measure border-t border-line pt-8"
    >
      <h2 id="comments-heading" className="mb-6 font-display text-2xl font-medium">
        Comments{" "}
        <span className="text-muted tabular-nums">({formatNumber(article.commentCount)})</span>
      </h2>
      <CommentList comments={comments} />
      <Pagination
        label="Pages of comments"
        previous={isFirstPage ? null : `${here}#comments`}
        previousLabel="From the first"
        next={next && `${here}?after=${next}#comments`}
        nextLabel="Later comments"
      />
      <div className="mt-10">
        <CommentForm
          articleId={article.id}
          // The article's own action: where the article cannot be read, its layout still has the comment.
          action={`${here}#comments`}
          redirectTo={`${here}#comments`}
          result={result}
          onPosted={showPosted}
        />
      </div>
    </section>
  );
}

export const headers = loaderHeaders;

export const meta: MetaFunction<typeof loader, { [ARTICLE]: typeof articleLoader }> = ({
  data,
  error,
  matches,
}) => {
  const article = matches.find(({ id }) => id === ARTICLE)?.data?.article;
  if (!data || !article) return pageMeta({ matches, title: errorTitle(error), hidden: true });
  const { title, category, imageUrl } = article;
  const path = `/article/${article.id}`;
  return pageMeta({
    matches,
    title,
    description: article.summary,
    path,
    type: "article",
    published: article.createdAt,
    // What stands in for a picture is drawn, and shown by nobody elsewhere.
    image: imageUrl.startsWith("/") ? undefined : { url: imageUrl, alt: title },
    structured: (here) => [
      discussion(here, article, data.comments.map(withText)),
      breadcrumbs(here, [
        { name: category.name, path: `/category/${category.slug}` },
        { name: title, path },
      ]),
    ],
  });
};

const withText = ({ pieces, ...comment }: ListedComment) => ({
  ...comment,
  content: pieces.map((piece) => (typeof piece === "string" ? piece : piece.text)).join(""),
});
