/**
 * `npm run recount`: recomputes all counts, and adds missing search words.
 */
import { recount } from "~/services/jobs/recount.server";
import { indexMissingWords } from "~/services/search/index-words.server";
import { withDatabase, type Command } from "../lib/command";

export const run: Command = (context) =>
  withDatabase(context, async () => {
    const { articles, reviews, corrected } = await recount();
    context.print(
      `${articles} articles and ${reviews} reviews checked, ${corrected} counts corrected`,
    );
    const filled = await indexMissingWords();
    if (filled) context.print(`${filled} documents added to the search`);
    return 0;
  });
