import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { PostedForm } from "~/components/accounts/forms";
import { DateTime } from "~/components/ui/date-time";
import { SelectField, TextareaField } from "~/components/ui/field";
import { TextLink } from "~/components/ui/link";
import { Page, PageHeader, Section } from "~/components/ui/page";
import { MAX_MODERATION_NOTE_LENGTH } from "~/domain/field-limits";
import { serializeDecision } from "~/presenters/decisions";
import { appealDecisionInput, appealInput, undoInput } from "~/schemas/moderation";
import { appealDecision, decideAppeal } from "~/services/moderation/appeals.server";
import { readStatement } from "~/services/moderation/statements.server";
import { undoDecision } from "~/services/moderation/undo.server";
import { formAction } from "~/utils/forms/form-action.server";
import { formClientAction } from "~/utils/forms/offline-fallback";
import { requireViewerOrForm } from "~/utils/http/auth.server";
import { orErrorResponse } from "~/utils/http/error-responses.server";
import { pageMeta } from "~/utils/seo/meta";
import { UndoForm, WhyField } from "./undo-form";

export { keepPageWhenSignedOut as shouldRevalidate } from "~/utils/forms/offline-fallback";
export { noStore as headers } from "~/utils/http/headers";
export { GeneralErrorBoundary as ErrorBoundary } from "~/components/error-boundary";

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewerOrForm(args);
  if (!viewer) return null;
  const statement = await orErrorResponse(readStatement(viewer, args.params.id ?? ""));
  const { decision, stated, sentences, ...may } = statement;
  return { ...may, path: decision.about?.path ?? null, decision: serializeDecision(statement) };
}

const intents = z.discriminatedUnion("intent", [
  appealInput.extend({ intent: z.literal("appeal") }),
  appealDecisionInput.extend({ intent: z.literal("decideAppeal") }),
  undoInput.extend({ intent: z.literal("undoDecision") }),
]);

const pathOf = ({ params }: { params: LoaderFunctionArgs["params"] }) =>
  `/moderation/decisions/${params.id}`;

export const action = formAction({
  schema: intents,
  forms: {
    appeal: {
      page: pathOf,
      async handle({ text }, { viewer, params }) {
        await appealDecision(viewer, params.id ?? "", { text });
      },
    },
    decideAppeal: {
      page: pathOf,
      async handle({ outcome, note }, { viewer, params }) {
        await decideAppeal(viewer, params.id ?? "", { outcome, note });
      },
    },
    undoDecision: {
      page: pathOf,
      async handle({ note }, { viewer, params }) {
        await undoDecision(viewer, params.id ?? "", { note });
      },
    },
  },
});
export const clientAction = formClientAction("appeal");

export default function Decision() {
  const data = useLoaderData<typeof loader>();
  if (!data) return <Forms mayAppeal mayDecideAppeal mayUndo />;
  const { decision, isAuthor, authorName, by, path } = data;
  const { what, ground, decidedBy, until, appeal, outside } = decision.statement;
  return (
    <Page width="reading">
      <PageHeader
        kicker={
          isAuthor
            ? "Statement of reasons"
            : `Statement of reasons, as ${authorName ?? "an account that was deleted"} reads it`
        }
        title={<span className="wrap-anywhere">{what}</span>}
        standfirst={<DateTime value={decision.at} />}
      />
      <Section id="reasons" title="Reasons" isFirst>
        <div className="grid gap-4">
          <Words text={decision.note} />
          <p>
            {ground} <TextLink to={`/rules#rule-${decision.rule}`}>Read the rule</TextLink>
          </p>
          <p>{decidedBy}</p>
          {by ? (
            <p className="text-muted">
              {decision.moderator ? null : `Decided by ${by.name ?? "a deleted account"}. `}
              <TextLink to={`/moderation/decided?by=${by.name ?? by.id}`}>
                All decisions of this moderator
              </TextLink>
            </p>
          ) : null}
          {decision.undoneAt || !until ? null : <p>{until}</p>}
        </div>
      </Section>
      {decision.undoneAt ? (
        <Section id="undone" title="It was undone">
          <DateTime value={decision.undoneAt} />
          {decision.undoneNote ? <Words text={decision.undoneNote} /> : null}
        </Section>
      ) : null}
      {decision.left ? <p className="mt-6">{decision.left}</p> : null}
      {decision.again ? (
        <p className="mt-6">
          All acts of the moderator who upheld the appeal were undone, so{" "}
          <TextLink to={`/moderation/decisions/${decision.again}`}>it was decided again</TextLink>.
        </p>
      ) : null}
      {decision.appeal ? <Appeal appeal={decision.appeal} isAuthor={isAuthor} /> : null}
      {isAuthor && !decision.appeal && !decision.undoneAt && appeal ? (
        <Section id="what-you-can-do" title="What you can do">
          <p>{appeal}</p>
        </Section>
      ) : null}
      <Forms {...data} />
      {isAuthor && outside && !decision.undoneAt ? <p className="mt-8">{outside}</p> : null}
      {decision.text ? (
        <Section id="text" title="The text as it was">
          <p dir="auto" className="wrap-anywhere whitespace-pre-line">
            {decision.text}
          </p>
          {path ? (
            <p className="mt-4">
              <TextLink to={path}>Read it in its place</TextLink>
            </p>
          ) : null}
        </Section>
      ) : null}
    </Page>
  );
}

const Words = ({ text }: { text: string }) => (
  <blockquote dir="auto" className="border-s-2 border-edge ps-4 wrap-anywhere whitespace-pre-line">
    {text}
  </blockquote>
);

type AppealData = NonNullable<ReturnType<typeof serializeDecision>["appeal"]>;

function Appeal({ appeal, isAuthor }: { appeal: AppealData; isAuthor: boolean }) {
  const { text, at, outcome, note, decidedAt } = appeal;
  return (
    <Section id="appeal" title={isAuthor ? "Your appeal" : "The appeal"}>
      <div className="grid gap-4">
        <p className="meta-line">
          <DateTime value={at} />
        </p>
        {text === null ? null : <Words text={text} />}
        {outcome === null ? (
          <p>Another moderator decides about it.</p>
        ) : (
          <p>
            It was {outcome}
            {decidedAt ? (
              <>
                {" "}
                on <DateTime value={decidedAt} />
              </>
            ) : null}
            .
          </p>
        )}
        {note ? <Words text={note} /> : null}
      </div>
    </Section>
  );
}

interface FormsProps {
  mayAppeal: boolean;
  mayDecideAppeal: boolean;
  mayUndo: boolean;
}

const OUTCOMES = [
  { value: "", label: "Please choose" },
  { value: "upheld", label: "Uphold it: undo the decision" },
  { value: "rejected", label: "Reject it: the decision stays" },
];

const Forms = ({ mayAppeal, mayDecideAppeal, mayUndo }: FormsProps) => (
  <>
    {mayAppeal ? (
      <div className="mt-6">
        <PostedForm<"text"> intent="appeal" label="Appeal" pendingLabel="Sending…">
          {(fields) => (
            <TextareaField
              label="Why the decision is wrong"
              field={fields.text}
              limit={MAX_MODERATION_NOTE_LENGTH}
              rows={6}
            />
          )}
        </PostedForm>
      </div>
    ) : null}
    {mayDecideAppeal ? (
      <Section id="decide-appeal" title="Decide the appeal">
        <PostedForm<"outcome" | "note">
          intent="decideAppeal"
          label="Decide the appeal"
          pendingLabel="Deciding…"
        >
          {(fields) => (
            <>
              <SelectField label="Outcome" field={fields.outcome} options={OUTCOMES} />
              <WhyField field={fields.note} hint="The author reads this." />
            </>
          )}
        </PostedForm>
      </Section>
    ) : null}
    {mayUndo ? (
      <Section id="undo" title="Undo it">
        <UndoForm
          intent="undoDecision"
          label="Undo the decision"
          hint="The author reads this. Everything is put back as it was."
        />
      </Section>
    ) : null}
  </>
);

export const meta: MetaFunction = ({ matches }) =>
  pageMeta({
    title: "Statement of reasons",
    description: "A decision of a moderator, with its reasons.",
    hidden: true,
    matches,
  });
