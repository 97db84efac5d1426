import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ArticleForm } from "./article-form";
import { UnlessSuspended } from "~/components/moderation/unless-suspended";
import { Page, PageHeader } from "~/components/ui/page";
import { articleInput } from "~/schemas/articles";
import { draftHeaders, openDraft } from "~/utils/open-draft.server";
import { formClientAction } from "~/utils/forms/offline-fallback";
import { getConstraint } from "~/utils/forms/parse-form.server";
import { postArticleAction } from "~/utils/forms/post-article-forms.server";
import { requireViewerOrForm } from "~/utils/http/auth.server";
import { hiddenMeta } from "~/utils/seo/meta";

export { loaderHeaders as headers } from "~/utils/http/headers";
export { keepPageWhenSignedOut as shouldRevalidate } from "~/utils/forms/offline-fallback";
export { GeneralErrorBoundary as ErrorBoundary } from "~/components/error-boundary";

export async function loader(args: LoaderFunctionArgs) {
  await requireViewerOrForm(args);
  const draft = await openDraft(args, "article");
  const page = { constraint: getConstraint(articleInput), draft };
  return data(page, { headers: draftHeaders(draft) });
}

export const action = postArticleAction;
export const clientAction = formClientAction("post");

export default function NewArticle() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <Page>
      <PageHeader
        trail={[{ label: "Community Articles", to: "/community" }]}
        title="Post an Article"
        standfirst="Share something worth reading: its link, what it says, and what you think of it."
      />
      <section id="post" aria-label="Your article">
        <UnlessSuspended holdsText={Boolean(result ?? page.draft)}>
          <ArticleForm {...page} result={result} action="/community/new" isWide />
        </UnlessSuspended>
      </section>
    </Page>
  );
}

export const meta = hiddenMeta(
  "Post an Article",
  "The form to post an article to the community.",
  "/community/new",
);
