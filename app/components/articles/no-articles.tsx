import { ButtonLink } from "~/components/ui/button";
import { EmptyState } from "~/components/ui/list";

interface NoArticlesProps {
  /** Whether the list is filtered by category. */
  isCategory: boolean;
  /** The URL of the first page, if this is another page. */
  firstPage: string | null;
}

/** Empty state of a list of articles. */
export function NoArticles({ isCategory, firstPage }: NoArticlesProps) {
  if (firstPage) {
    return (
      <EmptyState
        action={
          <ButtonLink to={firstPage} variant="secondary">
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
