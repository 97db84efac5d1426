/** A day as rationales write it; browsers would break a line after its hyphens. */
const DAY = /(\d{4}-\d{2}-\d{2})/;

/** Why, in the engine's own words, with each day on one line. */
export const Rationale = ({ children }: { children: string }) =>
  children.split(DAY).map((part, index) =>
    // What is split by stands between the other parts.
    index % 2 ? (
      <span key={index} className="whitespace-nowrap">
        {part}
      </span>
    ) : (
      part
    ),
  );
