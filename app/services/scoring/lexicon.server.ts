/** The current lexicon of VADER: the one in the package, with later changes of its authors. */
import { lexicon as published } from "vader-sentiment/src/vader_lexicon.js";
import { rateDirections } from "~/domain/sentiment/direction";
import { rateMockery } from "~/domain/sentiment/mockery";
import { ratePhrases } from "~/domain/sentiment/phrases";
import { withOverlay } from "~/domain/sentiment/overlay";
import { createScorer } from "~/domain/sentiment/vader";

/** What the authors have added or rerated since the package was published. */
const LATER = { heart: 3.2, hearts: 3.3, badass: 1.4, flawed: -2.1 };

/** The mean rating of each word, in lower case, from −4 to 4. */
export const lexicon: ReadonlyMap<string, number> = new Map(
  Object.entries({ ...published, ...LATER }),
);

/** Scores the texts of this site by VADER with the overlay and the rules for finance. */
export const scoreText = createScorer(withOverlay(lexicon), (words) =>
  rateDirections(ratePhrases(rateMockery(words))),
);
