/**
 * A day of a site that is larger than any machine here: people come and go, nodes are killed, frozen and restarted, and each deed costs what it was
 * measured to cost. Nothing waits on a clock: the day is gone through second by second, and what is drawn is the same for the same seed.
 *
 * What it leaves out: that a processor with two hyperthreads is less than two, the network, and disks that fall behind.
 */
import { type Random, seeded } from '../../fixtures/random.ts'
import { connection } from '../../src/model/limits.ts'
import type { Cost, Figures } from './figures.ts'

/** What is supposed of a site. */
export interface Site {
  seed: number
  nodes: number
  /** Processors of each node, and of each PostgreSQL. */
  nodeCores: number
  databaseCores: number
  /** PostgreSQLs that share the projects by their ids; the first has the accounts. */
  databases: number
  projects: number
  /** Projects that are open at the busiest time of the day, and how long each stays open, in s. */
  openAtPeak: number
  session: number
  /** Steps a second of an open project. */
  stepRate: number
  /** Of projects, in megabytes: half are smaller than the median, and one in six larger than `spread` times that. */
  median: number
  spread: number
  /** ms in which a node gathers what it appends, besides the time that PostgreSQL takes; and that. */
  gathers: number
  answers: number
  /** Whether one with more than its share hands projects over. */
  balances: boolean
}

/** s of processor that a step costs its node, PostgreSQL aside (`../RESULTS.md`, 1,000 projects). */
const stepCost = 0.0009
/** s for which a frozen node is believed in; between two renewals; between two looks at the accounts. */
const lease = 10
const renewal = 2
const followEvery = 0.25
/** s within which those whose socket was closed come again, evenly. */
const comesBack = connection.spread / 1000
/** Projects that a node brings back at a time; of its processors, and of PostgreSQL's, the part that is free for that. */
const atOnce = 2
const free = { node: 0.5, database: 0.3 }
/** A base is due after so many steps, or so many megabytes of them, or a part of the project where that is more. */
const due = { steps: 1000, megabytes: 2, part: 4 }
const stepBytes = 660
const connectionsOfNode = 9
/** Of a PostgreSQL: beyond that its answers become slow. */
const mostUsed = 0.7
const hour = 3600
const day = 24 * hour

export interface Day {
  /** Processors that are busy at the busiest time: of all PostgreSQLs together, by what for, and of the busiest node. */
  database: Record<'steps' | 'statements' | 'renewals' | 'accounts' | 'opening' | 'bases', number>
  node: number
  /** Of the processors of a PostgreSQL that are busy then. */
  used: number
  /** How many times as much there could be until PostgreSQL is busy for 70 %. */
  room: number
  stepsASecond: number
  statementsASecond: number
  /** MB a second of its log, at the busiest time; GB that all projects take. */
  wal: number
  stored: number
  connections: number
  /** s for which projects were away, by what had come over their node. */
  away: Record<'killed' | 'frozen' | 'restarted', Away>
  /** Projects of the fullest node over those of the average one: at the busiest time, and an hour after all were restarted. */
  unevenness: { busiest: number; afterRestart: number }
  handedOver: number
}

export interface Away {
  projects: number
  half: number
  most99: number
  longest: number
}

export function simulate(site: Site, figures: Figures): Day {
  const rnd = seeded(site.seed)
  const open = openDay(site, rnd)
  let [busiest, afterRestart, peak] = [1, 1, 0]
  const away: Partial<Day['away']> = {}
  const restarts = { from: 3 * hour, every: 20 }
  for (let second = 0; second < day; second += 1) {
    open.advance(second)
    const restarted = (second - restarts.from) / restarts.every
    if (Number.isInteger(restarted) && restarted >= 0 && restarted < site.nodes) {
      const found = fail(site, figures, rnd, open.empty(restarted), 0)
      away.restarted = worse(away.restarted, found)
    }
    if (second === restarts.from + restarts.every * site.nodes + hour) afterRestart = open.unevenness()
    if (second === 14 * hour) {
      peak = open.count()
      busiest = open.unevenness()
      away.killed = fail(site, figures, rnd, open.empty(0), 0)
    }
    if (second === 15 * hour)
      away.frozen = fail(site, figures, rnd, open.empty(1), lease - renewal * (rnd.below(1000) / 1000))
  }
  const none = awayOf([])
  const { killed = none, frozen = none, restarted = none } = away
  return {
    ...steady(site, figures, peak),
    room: roomOf(site, figures, peak),
    away: { killed, frozen, restarted },
    unevenness: { busiest, afterRestart },
    handedOver: open.handedOver(),
  }
}

/** How many of the most open projects there are at this time of the day: few at night, most from ten to sixteen. */
const tide = (second: number): number => 0.1 + 0.9 * Math.max(0, Math.sin((Math.PI * (second / hour - 4)) / 20)) ** 2

/** Who is open where, from second to second. */
function openDay({ nodes, openAtPeak, session, balances }: Site, rnd: Random) {
  const counts = new Int32Array(nodes)
  /** By second: the nodes of which a project is closed then. */
  const closing = new Map<number, number[]>()
  let [open, handed] = [0, 0]
  const place = (second: number, node: number, lasts: number) => {
    counts[node] = (counts[node] as number) + 1
    open += 1
    const at = second + Math.max(1, Math.round(lasts))
    closing.set(at, [...(closing.get(at) ?? []), node])
  }
  /** Exponential, so that how long one has been open says nothing of how long it stays. */
  const lasts = () => -session * Math.log((1 + rnd.below(1_000_000)) / 1_000_001)
  /** People are sent anywhere, and whoever is asked first opens the project. */
  const anyNode = () => rnd.below(nodes)
  const balance = () => {
    const mean = open / nodes
    for (let node = 0; node < nodes; node += 1) {
      const surplus = Math.floor((counts[node] as number) - 1.2 * mean)
      // At most ten in a second, so that nobody waits for them.
      for (let i = Math.min(surplus, 10); i > 0; i -= 1) {
        const to = counts.indexOf(Math.min(...counts))
        counts[node] = (counts[node] as number) - 1
        counts[to] = (counts[to] as number) + 1
        handed += 1
      }
    }
  }
  return {
    advance: (second: number) => {
      for (const node of closing.get(second) ?? []) {
        // One that was handed over is closed where it is: for the counts any of them will do.
        const from = (counts[node] as number) > 0 ? node : counts.indexOf(Math.max(...counts))
        counts[from] = (counts[from] as number) - 1
        open -= 1
      }
      closing.delete(second)
      for (const wanted = openAtPeak * tide(second); open < wanted; ) place(second, anyNode(), lasts())
      if (balances) balance()
    },
    count: () => open,
    /** What a node had is spread over the others; returns how many that were. */
    empty: (node: number): number => {
      const had = counts[node] as number
      counts[node] = 0
      for (let i = 0; i < had; i += 1) {
        const to = (node + 1 + rnd.below(nodes - 1)) % nodes
        counts[to] = (counts[to] as number) + 1
      }
      return had
    },
    unevenness: () => (Math.max(...counts) * nodes) / Math.max(1, open),
    handedOver: () => handed,
  }
}

/** Projects of a node that is gone come back: each is asked for by its people, taken at PostgreSQL, and brought back by another node. `unnoticed`: s for which the others believe in it. */
function fail(site: Site, figures: Figures, rnd: Random, projects: number, unnoticed: number): Away {
  const { nodes, nodeCores, databaseCores } = site
  const uniform = () => rnd.below(1_000_000) / 1_000_000
  const asked = Array.from({ length: projects }, () => ({
    at: unnoticed + comesBack * uniform(),
    node: rnd.below(nodes - 1),
    size: sizeOf(site, rnd),
    steps: rnd.below(due.steps),
  })).sort((a, b) => a.at - b.at)
  // Each processor of PostgreSQL takes the next claim when it is free; each node has two threads for it, which share its processors with all else.
  const database = new Float64Array(Math.max(1, Math.floor(databaseCores * free.database)))
  const threads = Array.from({ length: nodes - 1 }, () => new Float64Array(atOnce))
  const slower = Math.max(1, atOnce / (nodeCores * free.node))
  return awayOf(
    asked.map(({ at, node, size, steps }) => {
      const taken = serve(database, at, figures.claim.database / 2)
      const work = (size * figures.restore.megabyte.node + steps * figures.restore.step.node) * slower
      return serve(threads[node] as Float64Array, taken, work)
    }),
  )
}

/** The first of these that is free does it; returns when it is done. */
function serve(servers: Float64Array, at: number, takes: number): number {
  const first = servers.indexOf(Math.min(...servers))
  const done = Math.max(at, servers[first] as number) + takes
  servers[first] = done
  return done
}

const awayOf = (all: readonly number[]): Away => {
  const sorted = all.toSorted((a, b) => a - b)
  const at = (part: number) => sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)] ?? 0
  return { projects: all.length, half: at(0.5), most99: at(0.99), longest: at(1) }
}
const worse = (one: Away | undefined, other: Away): Away => (!one || other.most99 > one.most99 ? other : one)

/** Megabytes: log-normal. */
function sizeOf({ median, spread }: Site, rnd: Random): number {
  const uniform = () => (1 + rnd.below(1_000_000)) / 1_000_001
  const normal = Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform())
  return Math.min(500, median * spread ** normal)
}

const meanSize = ({ median, spread }: Site): number => median * Math.exp(Math.log(spread) ** 2 / 2)

/** What goes on while so many are open. */
function steady(site: Site, figures: Figures, open: number): Omit<Day, 'away' | 'unevenness' | 'handedOver' | 'room'> {
  const { nodes, databases, databaseCores, session, stepRate, gathers, answers } = site
  const { record, statement, claim, renew, follow, base, restore } = figures
  const steps = open * stepRate
  const ofNode = steps / nodes
  // One batch of a node is under way at a time, to each PostgreSQL.
  const statements = nodes * databases * Math.min(ofNode / databases, 1000 / (gathers + answers))
  const opened = open / session
  const megabytes = meanSize(site)
  const inBase = (Math.max(due.megabytes, megabytes / due.part) * 2 ** 20) / stepBytes
  const bases = steps / Math.min(due.steps, inBase)
  const restored = (of: keyof Cost) => megabytes * restore.megabyte[of] + (due.steps / 2) * restore.step[of] + claim[of]
  const database = {
    steps: steps * record.database,
    statements: statements * statement.database,
    renewals: (nodes * databases * renew.each + open * renew.lease) / renewal,
    accounts: (nodes * follow) / followEvery,
    opening: opened * restored('database'),
    bases: bases * megabytes * base.database,
  }
  const node =
    ofNode * (stepCost + record.node) +
    (statements * statement.node + opened * restored('node') + bases * megabytes * base.node) / nodes
  const busy = Object.values(database).reduce((sum, each) => sum + each, 0)
  return {
    database,
    node,
    // The first one has the accounts besides its part of the projects.
    used: ((busy - database.accounts) / databases + database.accounts) / databaseCores,
    stepsASecond: steps,
    statementsASecond: statements,
    wal: (steps * figures.walBytes) / 2 ** 20 + bases * megabytes * figures.packed,
    // Two bases of each, and on average half of the steps that come before the next.
    stored: (site.projects * (2 * megabytes * figures.packed + (due.steps * stepBytes) / 2 / 2 ** 20)) / 1024,
    connections: nodes * connectionsOfNode,
  }
}

/** How many times as many could be open until the first PostgreSQL is as busy as it should be at most. */
function roomOf(site: Site, figures: Figures, open: number): number {
  let [low, high] = [0, 1000]
  for (let i = 0; i < 40; i += 1) {
    const middle = (low + high) / 2
    if (steady(site, figures, open * middle).used < mostUsed) low = middle
    else high = middle
  }
  return low
}
