import { useParams } from "@remix-run/react";
import { RemovedTextResult } from "~/components/articles/missing-article-result";
import { NotFound } from "~/components/error-boundary";

/** Shown for an article that never existed, or that was removed and left no comments of others. */
export function MissingArticle() {
  const { id = "" } = useParams();
  return (
    <NotFound>
      <RemovedTextResult id={id} />
    </NotFound>
  );
}
