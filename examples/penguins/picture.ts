/**
 * Draws the loss over the steps of the training, and which species the network sees where, with Vega-Lite.
 */

import { View, parse } from "vega";
import { compile, type TopLevelSpec } from "vega-lite";
import type { Layer } from "./network.ts";
import { species, type Penguin, type Split } from "./penguins.ts";
import { classify, type Training } from "./training.ts";

const dark = ["#c2571a", "#7b3fa0", "#1b7a72"];
const light = ["#fbe3d3", "#eadcf3", "#d3ecea"];
const lengths = [31, 61] as const;
const depths = [12.5, 22.5] as const;

export async function draw(training: Training, parts: Split): Promise<string> {
  const part = (name: string, penguins: readonly Penguin[]) =>
    penguins.map(({ beak: [length, depth], kind }) => ({
      length,
      depth,
      part: name,
      species: species[kind],
      wrong: classify(training.model, parts.standardise([length, depth])) !== kind,
    }));
  const points = [...part("training", parts.training), ...part("held out", parts.heldOut)];
  const curve = (name: string, losses: readonly number[]) => losses.map((loss, step) => ({ step, loss, part: name }));
  const curves = [...curve("training", training.losses), ...curve("held out", training.heldOutLosses)];

  const x = {
    field: "length",
    type: "quantitative" as const,
    title: "beak length (mm)",
    scale: { domain: [...lengths], nice: false },
  };
  const y = {
    field: "depth",
    type: "quantitative" as const,
    title: "beak depth (mm)",
    scale: { domain: [...depths], nice: false },
  };
  const kinds = (range: string[]) => ({ domain: [...species], range });

  const spec: TopLevelSpec = {
    background: "white",
    padding: 12,
    spacing: 60,
    hconcat: [
      {
        width: 260,
        height: 360,
        title: "(a) Loss",
        data: { values: curves },
        mark: { type: "line", strokeWidth: 1.8 },
        encoding: {
          x: { field: "step", type: "quantitative", title: "step", scale: { nice: false }, axis: { tickCount: 5 } },
          y: {
            field: "loss",
            type: "quantitative",
            title: "cross-entropy",
            scale: { type: "log", nice: false, padding: 8 },
            axis: { values: [0.03, 0.05, 0.1, 0.2, 0.5, 1], format: "~g" },
          },
          color: {
            field: "part",
            type: "nominal",
            scale: { domain: ["training", "held out"], range: ["#1f5fa8", "#7d8791"] },
            legend: {
              title: null,
              orient: "none",
              legendX: 170,
              legendY: 8,
              symbolType: "stroke",
              symbolStrokeWidth: 3,
            },
          },
        },
      },
      {
        width: 480,
        height: 360,
        title: "(b) Decision regions",
        resolve: { scale: { color: "independent", shape: "independent" } },
        layer: [
          {
            data: { values: strips(training.model, parts) },
            mark: { type: "rect", clip: true },
            encoding: {
              x: { ...x, field: "from" },
              x2: { field: "to" },
              y: { ...y, field: "bottom" },
              y2: { field: "top" },
              color: { field: "species", type: "nominal", scale: kinds(light), legend: null },
            },
          },
          {
            data: { values: points },
            mark: { type: "point", size: 28, filled: true, opacity: 1, strokeWidth: 1.2 },
            encoding: {
              x,
              y,
              color: { field: "species", type: "nominal", scale: kinds(dark), legend: { title: null } },
              shape: {
                field: "part",
                type: "nominal",
                scale: { domain: ["training", "held out"], range: ["circle", "triangle-up"] },
                legend: { title: null },
              },
            },
          },
          {
            data: { values: points.filter(({ wrong }) => wrong) },
            mark: { type: "point", size: 130, filled: false, strokeWidth: 1.3, opacity: 1 },
            encoding: {
              x,
              y,
              color: {
                datum: "mistaken",
                type: "nominal",
                scale: { domain: ["mistaken"], range: ["#222"] },
                legend: { title: null },
              },
            },
          },
        ],
      },
    ],
    config: {
      font: "Helvetica, Arial, sans-serif",
      view: { stroke: null },
      axis: {
        domainColor: "#444",
        gridColor: "#e9edf0",
        labelFontSize: 11,
        tickColor: "#444",
        titleFontSize: 12,
        titleFontWeight: "normal",
      },
      title: { anchor: "start", frame: "group", fontSize: 12.5, offset: 8 },
      legend: { labelFontSize: 11 },
    },
  };
  return new View(parse(compile(spec).spec), { renderer: "none" }).toSVG();
}

interface Strip {
  readonly from: number;
  readonly to: number;
  readonly bottom: number;
  readonly top: number;
  readonly species: string;
}

/** The plane in upright strips, cut where the network changes its mind. */
function strips(model: Layer, { standardise }: Split): Strip[] {
  const [columns, rows] = [160, 180];
  const width = (lengths[1] - lengths[0]) / columns;
  const height = (depths[1] - depths[0]) / rows;
  const found: Strip[] = [];
  for (let i = 0; i < columns; i++) {
    const from = lengths[0] + i * width;
    const kindAt = (j: number): number =>
      classify(model, standardise([from + width / 2, depths[0] + (j + 0.5) * height]));
    let first = 0;
    for (let j = 1; j <= rows; j++) {
      if (j < rows && kindAt(j) === kindAt(first)) continue;
      const [bottom, top] = [depths[0] + first * height, depths[0] + j * height];
      found.push({ from, to: from + width, bottom, top, species: species[kindAt(first)]! });
      first = j;
    }
  }
  return found;
}
