import { useActionData } from "@remix-run/react";
import { clsx } from "clsx";
import { useEffect, useState } from "react";
import { Button } from "~/components/ui/button";
import { FormAlert } from "~/components/ui/form";
import { TextareaField } from "~/components/ui/field";
import { forgetText, readKeptText } from "~/utils/browser/kept-text";
import type { FormResult } from "~/utils/forms/form-result";
import { useViewer } from "~/utils/root-data";
import { keptCommentName } from "../comments/comment-form";

interface MissingArticleResultProps {
  result: FormResult | undefined;
  /** A comment that the browser has kept; shown if the result has none. */
  kept?: string | undefined;
  onDiscard?: () => void;
  className?: string;
}

/** The result of a form whose article cannot be shown. The text of a comment can be copied. */
function MissingArticleResult({ result, kept, onDiscard, className }: MissingArticleResultProps) {
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
          readOnly
          value={comment}
          rows={6}
        />
      ) : null}
      {kept ? (
        <Button
          type="button"
          variant="danger"
          size="sm"
          className="justify-self-start"
          onClick={onDiscard}
        >
          Discard
        </Button>
      ) : null}
    </div>
  );
}

/** The result on the page of a removed article or review, with a comment that the browser has kept. */
export function RemovedTextResult({ id }: { id: string }) {
  const result = useActionData<FormResult>();
  const viewerId = useViewer()?.id ?? null;
  const [kept, setKept] = useState<string>();
  const name = keptCommentName(id);
  useEffect(() => {
    setKept(readKeptText(name, viewerId)?.content);
  }, [name, viewerId]);
  const discard = () => {
    forgetText(name);
    setKept(undefined);
  };
  return (
    <MissingArticleResult
      {...{ result, kept }}
      onDiscard={discard}
      className="mb-8 max-w-measure"
    />
  );
}

interface UnlistedArticleResultProps {
  result: FormResult | undefined;
  /** The articles of the list; `null` if they could not be loaded. */
  articles: readonly { id: string }[] | null;
}

/** The result above a list of cards, if the article has no card there that could show it. */
export function UnlistedArticleResult({ result, articles }: UnlistedArticleResultProps) {
  if (!result?.article || articles?.some(({ id }) => id === result.article)) return null;
  return <MissingArticleResult result={result} className="mb-10 max-w-measure" />;
}
