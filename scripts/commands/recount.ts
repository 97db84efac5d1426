/** `npm run recount`: recomputes all counts and search words. */
import { recount } from "~/services/jobs/recount.server";
import { indexAllWords } from "~/services/search/feature.server";
import { withDatabase, type Command } from "../lib/command";

export const run: Command = (context) =>
  withDatabase(context, async () => {
    const { articles, reviews, corrected } = await recount();
    context.print(
      `${articles} articles and ${reviews} reviews checked, ${corrected} counts corrected`,
    );
    await indexAllWords();
    return 0;
  });
