import { DataTable } from "~/components/track-record/data-table";
import { Section } from "~/components/ui/section";
import { attackResults } from "~/domain/sentiment/attack-results";
import { LEAST_TRUST, OLDER_BY_DAYS } from "~/domain/sentiment/author-trust";

/** How far false accounts can move an allocation, according to a simulation. */
export const Attacks = () => (
  <Section
    id="attacks"
    title="What False Accounts Can Do"
    standfirst="Tried on sixty made-up communities of 30 honest authors with 60 documents: false accounts praise or run down each token in turn, with three documents each that they upvote and discuss among themselves."
  >
    <DataTable
      captionId="attacks-moved"
      caption="By how many percentage points the worst of these attacks moves an allocation"
      rows={attackResults}
      keyOf={({ accounts, trust }) => `${accounts} ${trust}`}
      columns={[
        {
          label: "False accounts",
          isText: true,
          cell: ({ accounts, trust }) =>
            `${accounts}, ${trust === LEAST_TRUST ? "made on one day" : `made ${OLDER_BY_DAYS} days apart, over months`}`,
        },
        { label: "Median", cell: ({ median }) => median },
        { label: "9 of 10", cell: ({ ninetieth }) => ninetieth },
        { label: "Worst", cell: ({ worst }) => worst },
      ]}
    />
    <p className="mt-4 max-w-measure text-base text-pretty text-muted">
      Accounts made on one day stay new to each other, however long they wait, so that a hundred of
      them weigh no more than ten. The worst cases are weeks in which a token is just below or just
      above the score from which it is held. Whoever has the patience to make accounts a week apart,
      and to have them upvote each other, has as many voices as they have accounts.
    </p>
  </Section>
);
