/** `npm run mentions`: finds and scores the mentions of tokens in existing texts. */
import { SingleBar } from "cli-progress";
import { refreshMentions } from "~/services/recommendations/mentions.server";
import { plural } from "~/utils/format";
import { withDatabase, type Command } from "../lib/command";

const USAGE = `Usage:
  npm run mentions     checks all texts, and stores the mentions that are missing or out of date`;

const bar = new SingleBar({
  format: "{bar} {value} of {total} documents",
  hideCursor: true,
  clearOnComplete: true,
  // Without a terminal, for example in a log, only the result is printed.
  noTTYOutput: false,
});

export const run: Command = async (context) => {
  if (context.args.length) {
    context.printError(USAGE);
    return 2;
  }
  return withDatabase(context, async () => {
    let isShown = false;
    try {
      const { documents, mentions, corrected } = await refreshMentions({
        onProgress(done, all) {
          if (!isShown) bar.start(all, 0);
          isShown = true;
          bar.setTotal(all);
          bar.update(done);
        },
      });
      bar.stop();
      context.print(
        `${plural(documents, "document")} checked, ${plural(mentions, "mention")} found, ${plural(corrected, "document")} updated`,
      );
      return 0;
    } finally {
      bar.stop();
    }
  });
};
