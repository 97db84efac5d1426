/** `npm run mentions`: finds and scores the mentions of tokens in existing texts, or measures how well it finds them. */
import { readFile } from "node:fs/promises";
import { SingleBar } from "cli-progress";
import {
  rateMentions,
  readMentionExamples,
  type MentionAgreement,
} from "~/domain/sentiment/mention-evaluation";
import { scoreDocument } from "~/services/scoring/score-documents.server";
import { refreshMentions } from "~/services/recommendations/mentions.server";
import { plural } from "~/utils/format";
import { withDatabase, type Command, type CommandContext } from "../lib/command";

const USAGE = `Usage:
  npm run mentions                         checks all texts, and stores the mentions that are missing or out of date
  npm run mentions -- evaluate FILE.tsv    compares the tokens found in sentences with those that people find

Each line of the file is a sentence: the symbols, separated by commas, or -; a tab; the sentence.`;

/** @returns how well tokens are found, and each sentence in which this differs from what people find */
function describe({ sentences, precision, recall, wrong }: MentionAgreement): string {
  const symbolsOf = (symbols: readonly string[]) => symbols.join(",") || "-";
  return [
    ...wrong.map(
      ({ sentence, expected, found }) =>
        `${symbolsOf(expected)}, found ${symbolsOf(found)}: ${sentence}`,
    ),
    `${plural(sentences, "sentence")}: precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}`,
  ].join("\n");
}

/** @returns the exit code */
async function evaluate(path: string, { print, printError, settings }: CommandContext) {
  settings(); // The operator's tokens are known by then.
  const content = await readFile(path, "utf8").catch((error: Error) => error);
  const examples = content instanceof Error ? null : readMentionExamples(content);
  if (!examples) {
    printError(content instanceof Error ? content.message : `${path} has a line without a tab`);
    return 1;
  }
  const found = (sentence: string) =>
    scoreDocument("comment", [sentence]).mentions.map(({ token }) => token);
  print(describe(rateMentions(examples, found)));
  return 0;
}

const bar = new SingleBar({
  format: "{bar} {value} of {total} documents",
  hideCursor: true,
  clearOnComplete: true,
  // Without a terminal, for example in a log, only the result is printed.
  noTTYOutput: false,
});

export const run: Command = async (context) => {
  const [name, path, ...rest] = context.args;
  if (name === "evaluate" && path && !rest.length) return evaluate(path, context);
  if (name) {
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
