import { useActionData, useParams } from "@remix-run/react";
import { clsx } from "clsx";
import { useEffect, useState } from "react";
import { FormAlert } from "~/components/ui/form-alert";
import { TextareaField } from "~/components/ui/field";
import { readKeptText } from "~/utils/browser/kept-text";
import type { FormResult } from "~/utils/forms/form-result";
import { useViewer } from "~/utils/root-data";
import { keptCommentName } from "./comment-form";

interface MissingArticleResultProps {
  /** What the action said of a form of the article. */
  result: FormResult | undefined;
  /** A comment that the browser has kept; shown if the result has none. */
  kept?: string | undefined;
  className?: string;
}

/** What became of a form whose article cannot be shown; the text of a comment can be copied. */
function MissingArticleResult({ result, kept, className }: MissingArticleResultProps) {
  const { initialValue, error } = result?.submission ?? {};
  const comment = typeof initialValue?.content === "string" ? initialValue.content : kept;
  if (!result?.formError && !comment) return null;
  return (
    <div className={clsx("grid grid-cols-1 gap-5", className)}>
      <FormAlert>{result?.formError?.message}</FormAlert>
      {comment ? (
        <TextareaField
          label="Your comment"
          hint="It was not posted. You can copy it from here."
          errors={error?.content ?? []}
          textarea={{ readOnly: true, value: comment, rows: 6 }}
        />
      ) : null}
    </div>
  );
}

/** The same on the page of the article; also of a comment that was typed there before. */
export function RemovedArticleResult() {
  const { id = "" } = useParams();
  const result = useActionData<FormResult>();
  const viewerId = useViewer()?.id ?? null;
  const [kept, setKept] = useState<string>();
  useEffect(() => {
    setKept(readKeptText(keptCommentName(id), viewerId)?.content);
  }, [id, viewerId]);
  return <MissingArticleResult {...{ result, kept }} className="mb-8 max-w-measure" />;
}

interface UnlistedArticleResultProps {
  result: FormResult | undefined;
  /** The articles of the list; `null` if they could not be loaded. */
  articles: readonly { id: string }[] | null;
}

/** The same on a list of cards, if the article has no card there that could show it. */
export function UnlistedArticleResult({ result, articles }: UnlistedArticleResultProps) {
  if (!result?.article || articles?.some(({ id }) => id === result.article)) return null;
  return <MissingArticleResult result={result} className="mb-10 max-w-measure" />;
}
