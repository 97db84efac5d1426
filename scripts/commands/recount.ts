/**
 * `npm run recount`: recomputes all counts, search words, and keys of links.
 */
import { rekey } from "~/services/articles/rekey.server";
import { recount } from "~/services/jobs/recount.server";
import { indexAllWords } from "~/services/search/index-words.server";
import { withDatabase, type Command } from "../lib/command";

export const run: Command = (context) =>
  withDatabase(context, async () => {
    const { replaced } = await rekey();
    if (replaced) context.print(`${replaced} links keyed again`);
    const { articles, reviews, corrected } = await recount();
    context.print(
      `${articles} articles and ${reviews} reviews checked, ${corrected} counts corrected`,
    );
    await indexAllWords();
    return 0;
  });
