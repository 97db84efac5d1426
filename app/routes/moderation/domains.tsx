import type { LoaderFunctionArgs } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { PostedForm } from "~/components/accounts/forms";
import { PersonLink } from "~/components/people/person-link";
import { Badge } from "~/components/ui/badge";
import { Button } from "~/components/ui/button";
import { DateTime } from "~/components/ui/date-time";
import { InputField, SelectField } from "~/components/ui/field";
import { FormAlert, FormKeyField } from "~/components/ui/form";
import { EmptyState } from "~/components/ui/list";
import { PageHeader } from "~/components/ui/page";
import { moderationReasonNames, moderationReasons } from "~/domain/moderation";
import { domainIntent } from "~/schemas/blocked-domains";
import {
  blockDomain,
  readBlockedDomains,
  unblockDomain,
  type ListedDomain,
} from "~/services/articles/blocked-domains.server";
import { formAction } from "~/utils/forms/form-action.server";
import { formClientAction } from "~/utils/forms/offline-fallback";
import { useResultOf } from "~/utils/forms/result-of";
import { requireViewer } from "~/utils/http/auth.server";
import { orErrorResponse } from "~/utils/http/error-responses.server";
import { hiddenMeta } from "~/utils/seo/meta";

export { noStore as headers } from "~/utils/http/headers";

const PATH = "/moderation/domains";

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewer(args);
  const domains = await orErrorResponse(readBlockedDomains(viewer));
  return { domains: domains.map((one) => ({ ...one, at: one.at.toISOString() })) };
}

export const action = formAction({
  schema: domainIntent,
  forms: {
    blockDomain: {
      page: PATH,
      handle: ({ intent: _, words, ...input }, { viewer }) =>
        blockDomain(viewer, { ...input, words: words || undefined }),
    },
    unblockDomain: {
      page: PATH,
      isButton: true,
      handle: ({ domain }, { viewer }) => unblockDomain(viewer, domain),
    },
  },
});
export const clientAction = formClientAction("blockDomain");

export default function Domains() {
  const { domains } = useLoaderData<typeof loader>();
  const removal = useResultOf("unblockDomain");
  return (
    <>
      <PageHeader
        title="Domains"
        standfirst="Texts that link to these domains or their subdomains, or name them, are refused or put into the queue."
      />
      <div className="grid gap-10 lg:grid-cols-[22rem_minmax(0,1fr)]">
        <AddForm />
        <section aria-labelledby="domains" className="min-w-0">
          <h2 id="domains" className="section-title mb-3">
            {domains.length === 1 ? "1 domain" : `${domains.length} domains`}
          </h2>
          <FormAlert className="mb-3">{removal?.formError?.message}</FormAlert>
          {domains.length ? (
            <ul className="divide-y divide-line border-y border-line">
              {domains.map((one) => (
                <DomainEntry key={one.domain} domain={one} />
              ))}
            </ul>
          ) : (
            <EmptyState>All domains can be linked to.</EmptyState>
          )}
        </section>
      </div>
    </>
  );
}

const AddForm = () => (
  <PostedForm<"domain" | "effect" | "reason" | "words">
    intent="blockDomain"
    label="Save"
    pendingLabel="Saving…"
    defaultValue={{ effect: "block", reason: "spam" }}
  >
    {(fields) => (
      <>
        <InputField
          label="Domain"
          field={fields.domain}
          hint="A domain, or a link to it."
          autoCapitalize="none"
          spellCheck={false}
        />
        <SelectField
          label="What happens to texts with this domain"
          field={fields.effect}
          options={[
            { value: "block", label: "It is refused" },
            { value: "warn", label: "It stands in the queue" },
          ]}
        />
        <SelectField
          label="Reason"
          field={fields.reason}
          options={moderationReasonNames.map((value) => ({
            value,
            label: moderationReasons[value].label,
          }))}
        />
        <InputField
          label="Explanation for whoever posts it"
          optional
          field={fields.words}
          hint="Shown instead of the reason."
        />
      </>
    )}
  </PostedForm>
);

function DomainEntry({ domain: one }: { domain: Omit<ListedDomain, "at"> & { at: string } }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 py-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-medium wrap-anywhere">
          {one.domain}
          <Badge tone={one.effect === "block" ? "negative" : "warning"}>
            {one.effect === "block" ? "Blocked" : "Warned of"}
          </Badge>
        </p>
        <p className="meta-line mt-1">
          <span dir="auto">{one.words ?? moderationReasons[one.reason].label}</span>
          <span>
            by {one.moderatorName ? <PersonLink name={one.moderatorName} /> : "a deleted account"}
          </span>
          <DateTime value={one.at} />
        </p>
      </div>
      <Form method="post" preventScrollReset>
        <input type="hidden" name="domain" value={one.domain} />
        <FormKeyField />
        <Button
          name="intent"
          value="unblockDomain"
          variant="quiet"
          size="sm"
          aria-label={`Remove ${one.domain}`}
        >
          Remove
        </Button>
      </Form>
    </li>
  );
}

export const meta = hiddenMeta(
  "Domains · Moderation",
  "Domains to which links are refused or watched.",
  PATH,
);
