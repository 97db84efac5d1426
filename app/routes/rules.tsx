import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { DataTable } from "~/components/track-record/data-table";
import { CheckIcon } from "~/components/ui/icons";
import { Page, PageHeader, Prose, Section } from "~/components/ui/page";
import { powerTable, roles, type Role } from "~/domain/permissions";
import { renderRules } from "~/services/content/rules.server";
import { pageMeta } from "~/utils/seo/meta";

export const loader = () => renderRules();

const columns = [null, ...roles] as const;
const labels: Record<Role | "account", string> = {
  account: "Everybody with an account",
  moderator: "Moderators",
  administrator: "Administrators",
};

export default function Rules() {
  const { title, html } = useLoaderData<typeof loader>();
  return (
    <Page width="reading">
      <PageHeader title={title} />
      <Prose html={html} />
      <Section
        id="roles"
        title="Roles and powers"
        standfirst="Administrators make moderators. Membership of the organisation is something else: it lets people vote, generate recommendations and review Tokenomics, and gives no power over what others write."
      >
        <DataTable
          caption="Who may do what"
          hasHiddenCaption
          rows={powerTable}
          keyOf={({ does }) => does}
          columns={[
            { label: "Power", cell: ({ does }) => does, isText: true },
            ...columns.map((role) => ({
              label: labels[role ?? "account"],
              cell: (row: (typeof powerTable)[number]) => (
                <Mark isSet={row.holders.includes(role)} />
              ),
              isText: true,
            })),
          ]}
        />
      </Section>
    </Page>
  );
}

const Mark = ({ isSet }: { isSet: boolean }) =>
  isSet ? (
    <>
      <CheckIcon className="size-4 text-positive" />
      <span className="sr-only">yes</span>
    </>
  ) : (
    <span className="text-muted">
      <span aria-hidden="true">–</span>
      <span className="sr-only">no</span>
    </span>
  );

export const meta: MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: "House Rules",
    description:
      "The eight rules for what is written here, how moderators decide and can be appealed against, and who may do what.",
    path: "/rules",
  });
