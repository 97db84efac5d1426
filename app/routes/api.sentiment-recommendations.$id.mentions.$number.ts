import { presentExplainedMention } from "~/presenters/mentions";
import { mentionNumberOf, mentionParam } from "~/schemas/sentiment";
import { explainedMentionResponse } from "~/schemas/mention-responses";
import { readExplainedMention } from "~/services/recommendations/explain-mention.server";
import { endpoint, resource } from "~/utils/http/endpoint.server";

export const loader = resource("Recommendations", {
  GET: endpoint({
    id: "readMention",
    summary: "Read how the score of a mention comes about",
    description:
      "The sentences of the document that count for the token, with each scored word, its place in the visible text, the rules that apply to it and what it contributes. The text is read as it is now, because recommendations store only a salted hash of it; if it is not the text that was scored, there is no explanation.",
    params: mentionParam,
    response: explainedMentionResponse,
    errors: { notFound: "There is no such recommendation, or it has no mention of that number." },
    handle: async ({ params, origin }) =>
      presentExplainedMention(
        await readExplainedMention(params.id, mentionNumberOf(params.number)),
        origin,
      ),
  }),
});
export const action = loader;
