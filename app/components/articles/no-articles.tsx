import { ButtonLink } from "~/components/ui/button";
import { EmptyState } from "~/components/ui/empty-state";

interface NoArticlesProps {
  /** Whether the list is of one category only. */
  isCategory: boolean;
  /** The list's first page, where this is a later or an earlier one. */
  first: string | null;
}

/** Stands where a page of articles has none. */
export function NoArticles({ isCategory, first }: NoArticlesProps) {
  if (first) {
    return (
      <EmptyState
        action={
          <ButtonLink to={first} variant="secondary">
            Show the first page
          </ButtonLink>
        }
      >
        There are no articles on this page.
      </EmptyState>
    );
  }
  if (!isCategory) return <EmptyState>No articles yet. Be the first to submit one!</EmptyState>;
  return (
    <EmptyState
      action={
        <ButtonLink to="/community#post" variant="secondary">
          Post an Article
        </ButtonLink>
      }
    >
      No articles found in this category yet. Check back later for new content!
    </EmptyState>
  );
}
