import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AccountBadges } from "~/components/admin/account-badges";
import { DateTime } from "~/components/ui/date-time";
import { Link } from "~/components/ui/link";
import { EmptyState, Pagination, TabLinks } from "~/components/ui/list";
import { PageHeader } from "~/components/ui/page";
import { SearchForm } from "~/components/ui/search-input";
import { MAX_EMAIL_LENGTH } from "~/domain/email-address";
import { serializeAccount, type SerializedAccount } from "~/presenters/admin";
import { accountFilters, type AccountFilter } from "~/domain/account-filters";
import { accountsQuery } from "~/schemas/admin";
import { browseAccounts } from "~/services/admin/people.server";
import { requireViewer } from "~/utils/http/auth.server";
import { orErrorResponse } from "~/utils/http/error-responses.server";
import { hiddenMeta } from "~/utils/seo/meta";

export { noStore as headers } from "~/utils/http/headers";

const PATH = "/admin/people";

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewer(args);
  const query = accountsQuery.parse(Object.fromEntries(new URL(args.request.url).searchParams));
  const { items, next } = await orErrorResponse(browseAccounts(viewer, query));
  const { q = "", show, after } = query;
  return { q, show, isFirst: !after, accounts: items.map(serializeAccount), next };
}

const filterLabels: Record<AccountFilter, string> = {
  newest: "Newest",
  role: "With a role",
  suspended: "Suspended",
};

const emptyLists: Record<AccountFilter, string> = {
  newest: "Nobody has an account yet.",
  role: "Nobody is a moderator or an administrator.",
  suspended: "Nobody is suspended.",
};

export default function AdminPeople() {
  const { q, show, isFirst, accounts, next } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader title="People" standfirst="Everybody who has an account." />
      <div className="max-w-reading">
        <SearchForm
          action={PATH}
          of="Accounts"
          button="Find"
          className="mb-6"
          aria-label="The beginning of a name, or an email address"
          placeholder="The beginning of a name, or an address"
          maxLength={MAX_EMAIL_LENGTH}
          defaultValue={q}
        />
        <TabLinks
          label="Which accounts"
          className="mb-4"
          tabs={accountFilters.map((one) => ({
            to: one === "newest" ? PATH : `${PATH}?show=${one}`,
            label: filterLabels[one],
            current: !q && one === show,
          }))}
        />
        {accounts.length ? (
          <ul className="divide-y divide-line border-y border-line">
            {accounts.map((account) => (
              <ListedAccount key={account.id} account={account} />
            ))}
          </ul>
        ) : (
          <EmptyState>
            {q ? `Nobody has a name that begins with “${q}”, or this address.` : emptyLists[show]}
          </EmptyState>
        )}
        <Pagination
          label="Pages of accounts"
          previous={isFirst ? null : PATH}
          previousLabel="First page"
          next={next && `${PATH}?after=${next}`}
        />
      </div>
    </>
  );
}

const ListedAccount = ({ account }: { account: SerializedAccount }) => (
  <li className="py-3">
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Link
        to={`${PATH}/${account.id}`}
        dir="auto"
        className="min-w-0 font-display text-lg font-medium wrap-anywhere hover:underline touch"
      >
        {account.name}
      </Link>
      <AccountBadges account={account} />
    </p>
    <p className="meta-line mt-1">
      <span dir="auto" className="wrap-anywhere">
        {account.email}
      </span>
      <span>
        joined <DateTime value={account.createdAt} />
      </span>
    </p>
  </li>
);

export const meta = hiddenMeta("People · Admin", "Everybody who has an account.", PATH);
