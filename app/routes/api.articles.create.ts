import { articleResponse } from "~/schemas/responses";
import { articleInput } from "~/schemas/articles";
import { postArticle } from "~/services/articles/articles.server";
import { serializeArticle } from "~/services/serializers";
import { endpoint, resource } from "~/utils/http/endpoint.server";

const create = resource({
  POST: endpoint({
    id: "postArticle",
    tag: "Articles",
    summary: "Post an article",
    description:
      "It appears under your name. Each link is posted once: addresses that differ only in scheme, `www.`, a slash at the end, fragment or tracking parameters are the same one.",
    answer: articleResponse,
    refusals: { conflict: "The link has been posted already, in the article of this `id`." },
    limits: ["articles"],
    signedIn: true,
    body: articleInput,
    status: 201,
    handle: async ({ viewer, body, origin }) =>
      serializeArticle(await postArticle(viewer, body), origin),
  }),
});

export const loader = create.loader;
export const action = create.action;
