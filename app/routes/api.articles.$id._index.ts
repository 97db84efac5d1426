import { serializeArticle } from "~/presenters/articles";
import { articleChanges } from "~/schemas/articles";
import { articleResponse } from "~/schemas/responses";
import { readArticle } from "~/services/articles/articles.server";
import { editArticle, removeOwnArticle } from "~/services/articles/edit-article.server";
import { textResource } from "~/utils/http/text-endpoints.server";

export const loader = textResource("article", {
  response: articleResponse,
  changes: articleChanges,
  read: readArticle,
  edit: editArticle,
  remove: removeOwnArticle,
  serialize: serializeArticle,
  editing: {
    description:
      "Send the fields to change. Within 15 minutes of posting, and before others have commented or upvoted, an edit leaves no trace; after that, `editedAt` is set and the previous version is kept for everyone to read. `createdAt` does not change. The link cannot be changed once somebody has upvoted the article.",
    errors: {
      conflict:
        "The link has already been posted; `id` identifies that article. Or the article was edited too often.",
    },
  },
  removing:
    "Deletes its text and earlier versions. If others have commented, their comments are kept, and the article returns a 410; it comes back when you post its link again.",
});
export const action = loader;
