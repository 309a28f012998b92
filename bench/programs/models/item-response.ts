// A test that was sat by pupils: each has an ability and each question a difficulty, a sharpness and maybe a chance to guess.
// Minus the log likelihood of the right and wrong answers with weak priors, by all abilities and questions at once.

import type { Program } from "../program.ts";

interface Question {
  difficulty: number;
  sharpness: number;
  guess?: number;
}

interface School {
  abilities: number[];
  questions: Question[];
}

const logistic = (x: number): number => 1 / (1 + Math.exp(-x));

function probability(ability: number, { difficulty, sharpness, guess = 0 }: Question): number {
  return guess + (1 - guess) * logistic(sharpness * (ability - difficulty));
}

function unlikeliness({ abilities, questions }: School, answers: string[]): number {
  let total = 0;
  answers.forEach((sheet, pupil) => {
    const ability = abilities[pupil]!;
    for (let q = 0; q < questions.length; q++) {
      const mark = sheet[q];
      if (mark === "-") continue;
      const p = probability(ability, questions[q]!);
      total -= Math.log(mark === "1" ? p : 1 - p);
    }
  });
  const prior = abilities.reduce((s, a) => s + 0.5 * a * a, 0);
  const priorQuestions = questions
    .map((q) => 0.1 * q.difficulty ** 2 + 0.5 * Math.log(q.sharpness) ** 2)
    .reduce((a, b) => a + b, 0);
  return total + prior + priorQuestions;
}

export const program: Program = {
  f: unlikeliness,
  inputs: (n) => [
    {
      abilities: Array.from({ length: n }, (_, i) => Math.sin(1.9 * i)),
      questions: Array.from({ length: 8 }, (_, q) => ({
        difficulty: -1 + q / 4,
        sharpness: 1 + 0.3 * Math.cos(q),
        ...(q % 3 === 1 ? { guess: 0.2 } : {}),
      })),
    },
    Array.from({ length: n }, (_, i) =>
      Array.from({ length: 8 }, (_, q) => "1101-01"[(i * 5 + q * q + (i >> 1)) % 7]!).join(""),
    ),
  ],
  sizes: [12, 200],
  derivatives: ["grad", "hvp"],
};
