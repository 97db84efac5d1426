import { useActionData, useParams } from "@remix-run/react";
import { CommentForm } from "~/components/articles/comment-form";
import { TryAgain } from "~/components/try-again";
import { ButtonLink } from "~/components/ui/button";
import { FormAlert } from "~/components/ui/form-alert";
import { Page } from "~/components/ui/page";
import { PageHeader } from "~/components/ui/page-header";
import type { FormResult } from "~/utils/forms/form-result";

/** Shown when an article cannot be loaded; keeps a comment that could not be posted. */
export function ArticleUnavailable() {
  const { id = "" } = useParams();
  const result = useActionData<FormResult>();
  const isUpvote = result?.intent === "upvote";
  return (
    <Page>
      <FormAlert className="mt-10">{isUpvote ? result.formError?.message : null}</FormAlert>
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
            articleId={id}
            action={`/article/${id}#comments`}
            redirectTo={`/article/${id}#comments`}
            result={result}
          />
        </section>
      ) : null}
    </Page>
  );
}
