/** `npm run mentions`: notes which tokens are mentioned in what is there already, and how. */
import { SingleBar } from "cli-progress";
import { refreshMentions } from "~/services/recommendations/mentions.server";
import { plural } from "~/utils/format";
import { withDatabase, type Command } from "../lib/command";

const USAGE = `Usage:
  npm run mentions     looks at all that was written, and notes what is missing or no longer right`;

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
        `${plural(documents, "document")} looked at, ${plural(mentions, "mention")} in them, ${plural(corrected, "document")} noted anew`,
      );
      return 0;
    } finally {
      bar.stop();
    }
  });
};
