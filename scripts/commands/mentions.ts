/** `npm run mentions`: notes which tokens are mentioned in what is there already, and how. */
import { SingleBar } from "cli-progress";
import { environment } from "~/config/env.server";
import { closeDatabase, startDatabase } from "~/models/connection.server";
import { refreshMentions } from "~/services/mentions.server";

const bar = new SingleBar({
  format: "{bar} {value} of {total} documents",
  hideCursor: true,
  clearOnComplete: true,
  // Where nobody watches, such as in a log, only the result is printed.
  noTTYOutput: false,
});

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
    `${documents} documents looked at, ${mentions} mentions in them, ${corrected} documents noted anew`,
  );
} finally {
  bar.stop();
  await closeDatabase();
}
