/**
 * Draws record, fit, yearly cycle and residuals with Vega-Lite, which renders to SVG in Node without a canvas.
 */

import { View, parse } from "vega";
import { compile, type TopLevelSpec } from "vega-lite";
import type { Fit } from "./fit.ts";
import type { Observation } from "./observations.ts";

const colours = { observed: "#7d8791", fit: "#1f5fa8", trend: "#d1495b" };
const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

export async function draw(fit: Fit, observations: readonly Observation[]): Promise<string> {
  const record = tabulate(fit, observations);
  const cycle = yearlyCycle(fit, observations);
  const zoomedFrom = 2012;

  const wide = { width: 470 };
  const narrow = { width: 230 };
  const tall = { height: 270 };
  const low = { height: 130 };

  const points = { type: "circle", size: 8, opacity: 0.75, color: colours.observed } as const;
  const curve = { type: "line", strokeWidth: 1.2, color: colours.fit } as const;
  const ppm = { field: "ppm", type: "quantitative" } as const;
  const fitted = { field: "fitted", type: "quantitative" } as const;
  const trend = { field: "trend", type: "quantitative" } as const;
  const year = {
    field: "year",
    type: "quantitative" as const,
    title: null,
    scale: { domain: [1957, 2021], nice: false },
    axis: { format: "d", values: [1960, 1970, 1980, 1990, 2000, 2010, 2020] },
  };
  const colour = {
    type: "nominal",
    scale: { domain: Object.keys(colours), range: Object.values(colours) },
    legend: {
      title: null,
      orient: "top-left",
      symbolType: "stroke",
      symbolStrokeWidth: 3,
      symbolOpacity: 1,
    },
  } as const;

  const spec: TopLevelSpec = {
    background: "white",
    padding: 12,
    columns: 2,
    bounds: "flush",
    spacing: { row: 62, column: 72 },
    concat: [
      {
        ...wide,
        ...tall,
        title: "(a) Carbon dioxide over Mauna Loa",
        data: { values: record },
        layer: [
          { mark: curve, encoding: { y: fitted, color: { datum: "fit", ...colour } } },
          { mark: points, encoding: { y: ppm, color: { datum: "observed", ...colour } } },
          {
            mark: { ...curve, strokeWidth: 1.8 },
            encoding: { y: trend, color: { datum: "trend", ...colour } },
          },
        ],
        encoding: {
          x: year,
          y: { title: "CO₂ (ppm)", scale: { domain: [310, 420], nice: false } },
        },
      },
      {
        ...narrow,
        ...tall,
        title: "(b) Yearly cycle",
        layer: [
          {
            data: { values: record },
            mark: points,
            encoding: { y: { field: "aboveTrend", type: "quantitative" } },
          },
          {
            data: { values: cycle },
            mark: { ...curve, strokeWidth: 2 },
            encoding: { y: { field: "season", type: "quantitative" } },
          },
        ],
        encoding: {
          x: {
            field: "month",
            type: "quantitative",
            title: null,
            scale: { domain: [0, 12], nice: false },
            axis: {
              values: [0.5, 2.5, 4.5, 6.5, 8.5, 10.5],
              labelExpr: `${JSON.stringify(months)}[floor(datum.value)]`,
            },
          },
          y: { title: "ppm", scale: { domain: [-6, 6] } },
        },
      },
      {
        ...wide,
        ...low,
        title: "(c) Residuals",
        data: { values: record },
        layer: [
          {
            mark: { type: "rule", color: "#444", strokeWidth: 0.8 },
            encoding: { y: { datum: 0 } },
          },
          {
            mark: { ...points, color: colours.fit },
            encoding: { x: year, y: { field: "residual", type: "quantitative" } },
          },
        ],
        encoding: { y: { title: "ppm", scale: { domain: [-2.5, 2.5] } } },
      },
      {
        ...narrow,
        ...low,
        title: `(d) Since ${zoomedFrom}`,
        data: { values: record.filter((month) => month.year >= zoomedFrom) },
        layer: [
          { mark: curve, encoding: { y: fitted } },
          { mark: { ...points, size: 12 }, encoding: { y: ppm } },
        ],
        encoding: {
          x: {
            field: "year",
            type: "quantitative",
            title: null,
            scale: { domain: [zoomedFrom, 2020.5], nice: false },
            axis: { format: "d", values: [2012, 2014, 2016, 2018, 2020] },
          },
          y: { title: "ppm", scale: { domain: [388, 418], nice: false }, axis: { tickCount: 4 } },
        },
      },
    ],
    config: {
      font: "Helvetica, Arial, sans-serif",
      view: { stroke: null },
      axis: {
        domainColor: "#444",
        gridColor: "#e9edf0",
        labelFlush: false,
        labelFontSize: 11,
        tickColor: "#444",
        titleFontSize: 12,
        titleFontWeight: "normal",
      },
      title: { anchor: "start", frame: "group", fontSize: 12.5, offset: 8 },
      legend: { labelFontSize: 11, offset: 8 },
    },
  };
  return new View(parse(compile(spec).spec), { renderer: "none" }).toSVG();
}

function tabulate({ model, parameters, residuals }: Fit, observations: readonly Observation[]) {
  return observations.map(({ year, t, ppm }, i) => {
    const trend = model.trend(parameters, t);
    const residual = residuals[i]!;
    const month = 12 * (year % 1);
    return { year, month, ppm, trend, fitted: ppm - residual, aboveTrend: ppm - trend, residual };
  });
}

/** The fitted cycle over one calendar year. */
function yearlyCycle({ model, parameters }: Fit, observations: readonly Observation[]) {
  const first = observations[0]!.year;
  return Array.from({ length: 241 }, (_, k) => {
    const month = k / 20;
    const t = (Math.ceil(first) + month / 12 - first) / model.years;
    return { month, season: model.season(parameters, t) };
  });
}
