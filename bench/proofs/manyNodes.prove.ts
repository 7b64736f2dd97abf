// A day of a site of 100 nodes and 1,000,000 projects, reckoned with what the deeds of nodes were measured to cost, and where it ends (`bench/cluster/`).
// SEED; MEASURE=1: with figures that are measured now, in some minutes, instead of those in `figures.ts`.
import { measured } from '../cluster/figures.ts'
import { measure } from '../cluster/measure.ts'
import { table } from '../cluster/table.ts'

const figures = process.env.MEASURE ? await measure() : measured
if (process.env.MEASURE) console.log(JSON.stringify(figures))
console.log(table(figures, Number(process.env.SEED ?? 1)))
