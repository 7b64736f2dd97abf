/** The days that the page tells of, one in a column. */
import type { Figures } from './figures.ts'
import { type Day, type Site, simulate } from './simulate.ts'

/** What is supposed: a million projects, of which one in 25 is open at two in the afternoon, each for three quarters of an hour, with a step in 20 s. */
export const usual: Omit<Site, 'seed'> = {
  nodes: 100,
  nodeCores: 4,
  databaseCores: 32,
  databases: 1,
  projects: 1_000_000,
  openAtPeak: 40_000,
  session: 45 * 60,
  stepRate: 0.05,
  median: 1,
  spread: 4,
  gathers: 0,
  answers: 5,
  balances: false,
}

const days: readonly (readonly [string, Partial<Site>])[] = [
  ['1,000,000 projects', {}],
  ['the same, balanced', { balances: true }],
  ['ten times as many open', { openAtPeak: 400_000 }],
  ['and 20 ms gathered', { openAtPeak: 400_000, gathers: 20 }],
  ['ten times, 4 PostgreSQLs', { openAtPeak: 400_000, gathers: 20, databases: 4 }],
]

const prices = { nodeCore: 12, databaseCore: 30, gigabyte: 0.12 } as const

/** Euros a month for a thousand projects, at prices that are usual for rented machines; each PostgreSQL with two replicas, which keep all as well. */
const costOf = (site: Site, { stored }: Day): number => {
  const { nodes, nodeCores, databases, databaseCores, projects } = site
  const copies = 3
  const all =
    nodes * nodeCores * prices.nodeCore +
    copies * (databases * databaseCores * prices.databaseCore + stored * prices.gigabyte)
  return (all * 1000) / projects
}

const lines: readonly (readonly [string, (day: Day, site: Site) => string])[] = [
  ['steps a second', ({ stepsASecond }) => whole(stepsASecond)],
  ['statements a second', ({ statementsASecond }) => whole(statementsASecond)],
  ...(['steps', 'statements', 'renewals', 'accounts', 'opening', 'bases'] as const).map(
    (what) => [`processors of PostgreSQL for ${what}`, ({ database }: Day) => some(database[what])] as const,
  ),
  ['busiest PostgreSQL', ({ used }) => `${whole(100 * used)} %`],
  ['until 70 % of it, times as much', ({ room }) => some(room)],
  ['its log, MB a second', ({ wal }) => some(wal)],
  ['all projects, GB', ({ stored }) => whole(stored)],
  ['connections', (day) => whole(day.connections)],
  ['processors of a node that are busy, of 4', ({ node }) => some(node)],
  ['away after a kill, half and 99 %, s', ({ away }) => `${some(away.killed.half)}, ${some(away.killed.most99)}`],
  ['after a freeze, s', ({ away }) => `${some(away.frozen.half)}, ${some(away.frozen.most99)}`],
  ['as nodes are restarted, s', ({ away }) => `${some(away.restarted.half)}, ${some(away.restarted.most99)}`],
  ['fullest node, times the average', ({ unevenness }) => some(unevenness.busiest)],
  ['an hour after all were restarted', ({ unevenness }) => some(unevenness.afterRestart)],
  ['handed over in the day', ({ handedOver }) => whole(handedOver)],
  ['€ a month for 1,000 projects', (day, site) => some(costOf(site, day))],
]

const whole = (value: number): string => Math.round(value).toLocaleString('en')
const some = (value: number): string => String(Number(value.toPrecision(2)))

/** In Markdown. */
export function table(figures: Figures, seed: number): string {
  const columns = days.map(([name, more]) => {
    const site = { ...usual, ...more, seed }
    return { name, site, day: simulate(site, figures) }
  })
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [
    row(['', ...columns.map(({ name }) => name)]),
    row(['---', ...columns.map(() => '---')]),
    ...lines.map(([name, say]) => row([name, ...columns.map(({ day, site }) => say(day, site))])),
  ].join('\n')
}
