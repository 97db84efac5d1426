import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useParams } from "@remix-run/react";
import { z } from "zod";
import { DecisionForm } from "~/components/moderation/decision-form";
import { FormAlert } from "~/components/ui/form";
import { TextLink } from "~/components/ui/link";
import { Page, PageHeader, Section } from "~/components/ui/page";
import { categories } from "~/domain/categories";
import { moderatedKinds } from "~/domain/moderation";
import { personPath } from "~/domain/person-path";
import { topics } from "~/domain/topics";
import { decisionInput } from "~/schemas/moderation";
import { notFoundError } from "~/services/errors";
import { decide, readToDecide } from "~/services/moderation/decide.server";
import { resolveTarget } from "~/services/moderation/targets.server";
import { formAction } from "~/utils/forms/form-action.server";
import { formClientAction } from "~/utils/forms/offline-fallback";
import { requireViewerOrForm } from "~/utils/http/auth.server";
import { orErrorResponse } from "~/utils/http/error-responses.server";
import { pageMeta } from "~/utils/seo/meta";

export { keepPageWhenSignedOut as shouldRevalidate } from "~/utils/forms/offline-fallback";
export { noStore as headers } from "~/utils/http/headers";
export { GeneralErrorBoundary as ErrorBoundary } from "~/components/error-boundary";

const kindSchema = z.enum(moderatedKinds);

async function targetOf({ kind, id = "" }: LoaderFunctionArgs["params"]) {
  const { data } = kindSchema.safeParse(kind);
  if (!data) throw notFoundError("Page");
  return resolveTarget(data, id);
}

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewerOrForm(args);
  // If the session has ended when the form is posted, the page still renders, to keep what was typed.
  if (!viewer) return null;
  const read = async () => readToDecide(viewer, await targetOf(args.params));
  const { found, refusal, revision, decisions, links } = await orErrorResponse(read());
  const { target, title, authorName, path, fields, isHidden, locked, warning } = found;
  return {
    ...{ refusal, revision, decisions, links, title, authorName, path, isHidden },
    kind: target.kind,
    isLocked: locked !== null,
    hasWarning: warning !== null,
    texts: Object.values(fields).filter((text) => text),
  };
}

export const action = formAction({
  schema: decisionInput.and(z.object({ intent: z.literal("decide") })),
  forms: {
    decide: {
      page: "/moderation/decisions",
      async handle({ intent: _, ...input }, { viewer, params }) {
        // A checkbox that is not set sends nothing.
        const { isAnonymous = false } = input;
        const target = await targetOf(params);
        const { id } = await decide(viewer, target, { ...input, isAnonymous });
        return { posted: id, goTo: `/moderation/decisions/${id}` };
      },
    },
  },
});
export const clientAction = formClientAction("decide");

const articlePlaces = categories.map(({ slug, name }) => ({ value: slug, label: name }));
const reviewPlaces = topics.flatMap(({ title, reviewCategories }) =>
  reviewCategories.map(({ slug, label }) => ({ value: slug, label: `${title}: ${label}` })),
);

const kickers: Record<string, string> = {
  article: "An article",
  comment: "A comment",
  review: "A review",
  person: "A person",
};

export default function Decide() {
  const data = useLoaderData<typeof loader>();
  const { kind } = useParams();
  const states = [
    data?.isHidden ? "hidden" : null,
    data?.isLocked ? "locked" : null,
    data?.hasWarning ? "marked with a warning" : null,
  ].filter((state) => state !== null);
  return (
    <Page width="reading">
      <PageHeader
        kicker={kickers[data?.kind ?? kind ?? ""]}
        title={data ? <bdi className="wrap-anywhere">{data.title}</bdi> : "Decide"}
        standfirst={
          data ? (
            <>
              {data.kind === "person" ? null : (
                <>
                  By{" "}
                  <TextLink to={personPath(data.authorName)}>
                    <bdi>{data.authorName}</bdi>
                  </TextLink>
                  .{" "}
                </>
              )}
              {states.length ? `It is ${states.join(" and ")}. ` : ""}
              <TextLink to={data.path}>
                {data.kind === "person" ? "See their page" : "Read it in its place"}
              </TextLink>
            </>
          ) : undefined
        }
      />
      {data?.texts.length ? (
        <Section id="text" title="As it is" isFirst>
          <div className="grid gap-3 wrap-anywhere whitespace-pre-line" dir="auto">
            {data.texts.map((text, i) => (
              <p key={i}>{text}</p>
            ))}
          </div>
        </Section>
      ) : null}
      <Section id="decision" title="Decide" isFirst={!data?.texts.length}>
        <FormAlert className="mb-5">{data?.refusal}</FormAlert>
        {data?.refusal ? null : (
          <DecisionForm
            decisions={data?.decisions ?? []}
            links={data?.links ?? []}
            revision={data?.revision ?? 0}
            categories={kind === "review" ? reviewPlaces : articlePlaces}
          />
        )}
      </Section>
    </Page>
  );
}

export const meta: MetaFunction = ({ matches }) =>
  pageMeta({
    ...{ title: "Decide", description: "A decision of a moderator.", hidden: true, matches },
  });
