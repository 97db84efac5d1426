/** The lexicon of VADER, as its authors have it now, from the package that brings it along. */
import { lexicon as published } from "vader-sentiment/src/vader_lexicon.js";
import { rateDirections } from "~/domain/sentiment/direction";
import { withOverlay } from "~/domain/sentiment/overlay";
import { createScorer } from "~/domain/sentiment/vader";

/** What the authors have added or rated anew since the package was made. */
const LATER = { heart: 3.2, hearts: 3.3, badass: 1.4, flawed: -2.1 };

/** The mean rating of each word, in lower case, from −4 to 4. */
export const lexicon: ReadonlyMap<string, number> = new Map(
  Object.entries({ ...published, ...LATER }),
);

/** What scores the texts of this site: VADER with the overlay for finance. */
export const scoreText = createScorer(withOverlay(lexicon), rateDirections);
