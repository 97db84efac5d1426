import { getFormProps, useForm, type FieldMetadata } from "@conform-to/react";
import { Form, useLocation, useNavigation, type MetaFunction } from "@remix-run/react";
import type { ReactNode } from "react";
import type { FieldConstraints } from "~/components/accounts/forms";
import { SignInTrigger } from "~/components/accounts/sign-in-trigger";
import { ArticlePreview } from "~/components/drafts/article-preview";
import { UnlessSuspended } from "~/components/moderation/unless-suspended";
import { Button, ButtonLink } from "~/components/ui/button";
import { FormAlert, FormKeyField } from "~/components/ui/form";
import { ChevronDownIcon } from "~/components/ui/icons";
import { Link } from "~/components/ui/link";
import { Page, PageHeader } from "~/components/ui/page";
import type { EditableKind } from "~/domain/editing";
import { pageMeta } from "~/utils/seo/meta";
import { useResultOf } from "~/utils/forms/result-of";
import { articleFields } from "~/domain/article-fields";

interface EditPageProps<Name extends string> {
  kind: EditableKind;
  backTo: string;
  /** The text as it is stored, with its version; `null` if nobody is signed in. */
  stored: { version: number; fields: Record<string, string | null> } | null;
  removal: string;
  constraint: FieldConstraints;
  formClassName?: string;
  children: (fields: Record<Name, FieldMetadata<string>>) => ReactNode;
}

export function EditPage<Name extends string>(props: EditPageProps<Name>) {
  const { kind, backTo, stored, removal, constraint, formClassName = "grid gap-5" } = props;
  const edited = useResultOf("edit");
  const previewed = useResultOf("preview");
  const result = edited ?? previewed;
  const [form, fields] = useForm<Record<string, string>>({
    id: `edit-${kind}`,
    constraint,
    lastResult: result?.submission,
    defaultValue: stored?.fields,
    shouldRevalidate: "onSubmit",
  });
  const { pathname } = useLocation();
  const isPending = useNavigation().formData?.get("intent") === "edit";
  const isOutdated = result?.formError?.kind === "preconditionFailed";
  // After a conflict the page shows the stored text, so saving again is meant to overwrite that version.
  const submitted = result?.submission?.initialValue?.version as string | undefined;
  const version = isOutdated ? stored?.version : (submitted ?? stored?.version);
  return (
    <Page>
      <PageHeader title={`Edit your ${kind}`} />
      <div className="grid max-w-reading grid-cols-1 gap-10">
        {isOutdated && stored ? <StoredText fields={stored.fields} /> : null}
        {stored || result ? (
          <UnlessSuspended holdsText={result !== undefined}>
            <Form method="post" {...getFormProps(form)} className={formClassName}>
              <FormAlert className="sm:col-span-full">
                {isOutdated
                  ? "This text was changed in the meantime, in another tab or by another program. The current version is shown above, and what you wrote below. Saving again replaces the current version."
                  : result?.formError?.message}
              </FormAlert>
              <input type="hidden" name="version" value={version ?? ""} />
              <FormKeyField />
              {props.children(fields as Record<Name, FieldMetadata<string>>)}
              <div className="flex flex-wrap gap-3 sm:col-span-full">
                <Button name="intent" value="edit" pending={isPending} pendingLabel="Saving…">
                  Save changes
                </Button>
                <ButtonLink to={backTo} variant="quiet">
                  Cancel
                </ButtonLink>
              </div>
              {kind === "article" ? <ArticlePreview preview={previewed?.preview} /> : null}
            </Form>
          </UnlessSuspended>
        ) : null}
        {stored ? (
          <RemovalForm kind={kind} version={stored.version} removal={removal} />
        ) : (
          <p className="text-base text-muted">
            <SignInTrigger variant="link" redirectTo={pathname}>
              Sign In
            </SignInTrigger>{" "}
            to change what you wrote.
          </p>
        )}
        {stored || result ? null : (
          <Link to={backTo} className="link justify-self-start touch">
            Back to the {kind}
          </Link>
        )}
      </div>
    </Page>
  );
}

export const editMeta =
  (kind: EditableKind, description = "Change or remove what you wrote."): MetaFunction =>
  ({ matches, location }) =>
    pageMeta({
      matches,
      title: `Edit your ${kind}`,
      description,
      path: location.pathname,
      hidden: true,
    });

const StoredText = ({ fields }: { fields: Record<string, string | null> }) => (
  <section aria-labelledby="stored" className="rounded border border-line p-5">
    <h2 id="stored" className="font-display text-xl font-medium">
      Current version
    </h2>
    <dl className="mt-3 grid gap-3">
      {Object.entries(fields)
        .filter(([, value]) => value)
        .map(([name, value]) => (
          <div key={name}>
            <dt className="text-sm text-muted">{labelOf(name)}</dt>
            <dd dir="auto" className="text-base typed-lines wrap-anywhere whitespace-pre-wrap">
              {value}
            </dd>
          </div>
        ))}
    </dl>
  </section>
);

interface RemovalFormProps {
  kind: EditableKind;
  version: number;
  removal: string;
}

function RemovalForm({ kind, version, removal }: RemovalFormProps) {
  const result = useResultOf("remove");
  const isPending = useNavigation().formData?.get("intent") === "remove";
  return (
    <details open={result !== undefined} className="group border-t border-line pt-2">
      <summary className="disclosure">
        <ChevronDownIcon className="size-4 transition-transform group-open:rotate-180" />
        Remove this {kind}
      </summary>
      <Form method="post" className="grid justify-items-start gap-4 pt-2">
        <FormAlert>{result?.formError?.message}</FormAlert>
        <input type="hidden" name="intent" value="remove" />
        <input type="hidden" name="version" value={version} />
        <FormKeyField />
        <p className="max-w-measure text-base">{removal}</p>
        <Button variant="danger" pending={isPending} pendingLabel="Removing…">
          Remove the {kind}
        </Button>
      </Form>
    </details>
  );
}

/** The labels of the fields of articles, reviews and comments, for pages that all three share. */
const labels: Record<string, { label: string }> = {
  ...articleFields,
  author: { label: "Author" },
  rating: { label: "Rating" },
  review: { label: "Review" },
};

export const labelOf = (name: string): string => labels[name]?.label ?? name;
