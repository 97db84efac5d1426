import { TryAgain } from "~/components/error-boundary";
import { Link } from "~/components/ui/link";
import { Page, PageHeader } from "~/components/ui/page";
import { categories } from "~/domain/categories";

export const CategoryNotFound = () => (
  <Page>
    <PageHeader title="Category not found" standfirst="Choose one of these instead." />
    <CategoryLinks />
  </Page>
);

export const CategoryFailed = () => (
  <Page>
    <PageHeader
      title="Failed to fetch category"
      standfirst="Trying again in a moment may help."
      actions={<TryAgain />}
    />
    <CategoryLinks />
  </Page>
);

const CategoryLinks = () => (
  <nav aria-label="Categories" className="border-t border-line pt-4">
    <ul className="grid gap-x-8 sm:grid-cols-2 lg:grid-cols-3">
      {categories.map(({ slug, name }) => (
        <li key={slug}>
          <Link
            to={`/category/${slug}`}
            className="flex min-h-11 items-center font-display text-xl underline-offset-4 hover:text-accent hover:underline"
          >
            {name}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
);
