import { draftPath } from "~/domain/drafts";
import { postArticle } from "~/services/articles/articles.server";
import { discardDraft, saveForm } from "~/services/drafts/drafts.server";
import { previewArticle } from "~/services/drafts/preview.server";
import { communityIntent } from "~/schemas/articles";
import { cardAnchor } from "../article-cards";
import { articleForms } from "./article-forms.server";
import { formAction } from "./form-action.server";

/** The action of the pages with the form to post an article: its three buttons, and the forms of each article. */
export const postArticleAction = formAction({
  schema: communityIntent,
  defaultIntent: "post",
  forms: {
    ...articleForms.forms,
    post: {
      async handle({ draft, savedAt, formKey, ...input }, { viewer }) {
        const { id, repostedAt, warnedOf } = await postArticle(viewer, input);
        await discardDraft(viewer, { draft, savedAt, formKey });
        const link = `/article/${id}`;
        // A new article is at the top of the default list, but one that was posted again has its former place.
        const goTo = repostedAt ? link : `/community#${cardAnchor(id)}`;
        return { posted: id, goTo, link, warnedOf };
      },
      page: "/community",
    },
    saveDraft: {
      async handle({ draft, savedAt, formKey, intent: _, ...fields }, { viewer }) {
        const content = { form: "article", hub: null, fields } as const;
        const { id } = await saveForm(viewer, content, { draft, savedAt, formKey });
        return { goTo: draftPath({ id, form: "article", hub: null }) };
      },
      page: "/community/new",
    },
    preview: {
      isRead: true,
      async handle(typed, { viewer, client }) {
        return { preview: await previewArticle(viewer, client.address, typed) };
      },
    },
  },
});
