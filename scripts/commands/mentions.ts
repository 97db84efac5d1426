/** `npm run mentions`: notes which tokens are mentioned in what is there already, and how. */
import { SingleBar } from "cli-progress";
import { environment } from "~/config/env.server";
import { closeDatabase, startDatabase } from "~/models/connection.server";
import { refreshMentions } from "~/services/recommendations/mentions.server";
import { plural } from "~/utils/format";

const USAGE = `Usage:
  npm run mentions     looks at all that was written, and notes what is missing or no longer right`;

const bar = new SingleBar({
  format: "{bar} {value} of {total} documents",
  hideCursor: true,
  clearOnComplete: true,
  // Where nobody watches, such as in a log, only the result is printed.
  noTTYOutput: false,
});

if (process.argv.length > 2) {
  console.error(USAGE);
  process.exitCode = 2;
} else {
  await startDatabase(environment());
  try {
    let isShown = false;
    const { documents, mentions, corrected } = await refreshMentions({
      onProgress(done, all) {
        if (!isShown) bar.start(all, 0);
        isShown = true;
        bar.setTotal(all);
        bar.update(done);
      },
    });
    bar.stop();
    console.log(
      `${plural(documents, "document")} looked at, ${plural(mentions, "mention")} in them, ${plural(corrected, "document")} noted anew`,
    );
  } finally {
    bar.stop();
    await closeDatabase();
  }
}
