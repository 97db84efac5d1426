/** The words that VADER's rules look for, other than those of its lexicon. */

/** What an intensifier (`very`) before a rated word adds, and a dampener (`hardly`) subtracts. */
const BOOST = 0.293;

const words = (text: string) => text.trim().split(/\s+/);

export const negations = new Set(
  words(`
    aint arent cannot cant couldnt darent didnt doesnt ain't aren't can't couldn't daren't didn't doesn't
    dont hadnt hasnt havent isnt mightnt mustnt neither don't hadn't hasn't haven't isn't mightn't mustn't
    neednt needn't never none nope nor not nothing nowhere oughtnt shant shouldnt uhuh wasnt werent
    oughtn't shan't shouldn't uh-uh wasn't weren't without wont wouldnt won't wouldn't rarely seldom
    despite
  `),
);

export const boosters = new Map<string, number>([
  ...words(`
    absolutely amazingly awfully completely considerable considerably decidedly deeply effing enormous
    enormously entirely especially exceptional exceptionally extreme extremely fabulously flipping flippin
    frackin fracking fricking frickin frigging friggin fully fuckin fucking fuggin fugging greatly hella
    highly hugely incredible incredibly intensely major majorly more most particularly purely quite really
    remarkably so substantially thoroughly total totally tremendous tremendously uber unbelievably
    unusually utter utterly very
  `).map((word) => [word, BOOST] as const),
  ...words(`
    almost barely hardly kinda kindof kind-of less little marginal marginally occasional occasionally
    partly scarce scarcely slight slightly somewhat sorta sortof sort-of
  `).map((word) => [word, -BOOST] as const),
  ...["just enough", "kind of", "sort of"].map((phrase) => [phrase, -BOOST] as const),
]);

/** Phrases whose meaning differs from that of the rated word in them. */
export const idioms = new Map<string, number>([
  ["the shit", 3],
  ["the bomb", 3],
  ["bad ass", 1.5],
  ["bus stop", 0],
  ["yeah right", -2],
  ["kiss of death", -1.5],
  ["to die for", 3],
  ["beating heart", 3.1],
  ["broken heart", -2.9],
]);
