// Reviews scored by the words in them: counts of words in a map, without stop words, weighted by how rare a word is, and
// a logistic loss.

import type { Program } from "../program.ts";

interface Review {
  text: string;
  liked: boolean;
}

const stopWords = new Set(["the", "a", "and", "it", "was", "is", "of", "but"]);

function countWords(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of text.toLowerCase().split(/\W+/)) {
    if (word === "" || stopWords.has(word)) continue;
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return counts;
}

function loss(
  model: { bias: number; sharpness: number; words: { [word: string]: number } },
  reviews: Review[],
): number {
  const bags = reviews.map((review) => countWords(review.text));
  const documents = new Map<string, number>();
  for (const bag of bags) for (const word of bag.keys()) documents.set(word, (documents.get(word) ?? 0) + 1);

  let total = 0;
  bags.forEach((bag, k) => {
    let score = model.bias;
    let norm = 0;
    for (const [word, count] of bag) {
      const rarity = Math.log((1 + bags.length) / documents.get(word)!);
      const tf = count ** model.sharpness * rarity;
      score += tf * (model.words[word] ?? 0);
      norm += tf * tf;
    }
    const margin = (reviews[k]!.liked ? 1 : -1) * (score / Math.sqrt(1 + norm));
    total += Math.log1p(Math.exp(-margin));
  });
  const ridge = Object.values(model.words).reduce((s, w) => s + w * w, 0);
  return total / reviews.length + 0.01 * ridge;
}

const phrases = [
  "The soup was cold and the waiter rude",
  "Lovely place, lovely soup",
  "It is a bargain, and the cake was excellent, excellent!",
  "Dull. The music was loud but the cake good",
  "Good value and a friendly waiter",
  "The worst of the worst: burnt and dear",
  "Excellent wine, loud but lovely",
];

export const program: Program = {
  f: loss,
  inputs: (n) => [
    {
      bias: 0.1,
      sharpness: 0.7,
      words: {
        lovely: 0.8,
        excellent: 1.1,
        good: 0.5,
        cold: -0.6,
        rude: -0.9,
        worst: -1.2,
        loud: -0.2,
        cake: 0.1,
        dear: -0.4,
      },
    },
    Array.from({ length: n }, (_, i) => ({
      text: `${phrases[i % 7]!} ${phrases[(i * i + 3) % 7]!}`,
      liked: [1, 2, 4, 6].includes(i % 7),
    })),
  ],
  sizes: [10, 80],
  derivatives: ["grad"],
};
