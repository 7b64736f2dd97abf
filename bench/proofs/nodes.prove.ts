// Several nodes on one PostgreSQL, killed, frozen and sent away while people write, and their database too: nothing acknowledged is lost, nothing is
// there twice, no history forks, and whoever asks another node finds all that anybody was told; also where nodes do not notice that they were frozen,
// but that these may tell what is old until they have heard of it; also where the roads between them and to their database lose what is on its way and are
// parted. And the same finds something where no token is compared.
// KILLS, DATABASE_KILLS, FAILOVERS, FREEZES, LEAVINGS, PARTINGS, ROAD_KILLS, CONTROL_FREEZES, SEED; ONLY=faults|failovers|roads|clock|control.
import {
  type Fault,
  type NodesFigures,
  type NodesOptions,
  nodesUnderFaults,
} from '../../server/testing/nodesUnderFaults.ts'
import type { TimeAway } from '../../server/testing/timesAway.ts'

const number = (name: string, usual: number) => Number(process.env[name] ?? usual)
const seed = number('SEED', 1)
const freezes = number('FREEZES', 30)
const none = { kills: 0, databaseKills: 0, failovers: 0, freezes: 0, leavings: 0 }
const isWanted = (part: string) => (process.env.ONLY ?? part) === part

/** s for which so much of the projects are away at most, after a fault that was alone; and that share. */
const promised: Partial<Record<Fault, { s: number; of: number }>> = {
  kills: { s: 3, of: 0.99 },
  leavings: { s: 2, of: 1 },
  failovers: { s: 2, of: 1 },
}
const shares = [0.5, 0.99, 1] as const

/** How long projects were away after faults of each kind: alone, and beside others. */
const tellAway = (away: readonly TimeAway<Fault>[]) => {
  for (const kind of new Set(away.map((each) => each.kind))) {
    for (const isAlone of [true, false]) {
      const own = away.filter((each) => each.kind === kind && (each.beside.length === 0) === isAlone)
      const lasted = own.map((each) => each.lasted).sort((a, b) => a - b)
      const most = (part: number) => lasted[Math.ceil(lasted.length * part) - 1] ?? 0
      if (own.length === 0) continue
      const said = shares.map((part) => `${most(part).toFixed(1)} s (${100 * part} %)`)
      const wanted = isAlone ? promised[kind] : undefined
      const judged = wanted
        ? `; wanted: ${wanted.s} s for ${100 * wanted.of} %, ${most(wanted.of) > wanted.s ? 'MISSED' : 'held'}`
        : ''
      console.log(
        `  ${kind}, ${isAlone ? 'alone' : 'beside others'}, ${own.length} times: away for ${said.join(', ')}${judged}`,
      )
      for (const { at, lasted, project, isBack, beside } of own.filter((each) => each.lasted > tooLong))
        console.log(
          `    ${lasted.toFixed(1)} s at ${at.toFixed(1)} s, ${project}${isBack ? '' : ', not back'} ${beside.join(', ')}`,
        )
    }
  }
}
/** s: longer ones are told one by one. */
const tooLong = number('TOO_LONG', 3)

const sound = async (what: string, options: Omit<NodesOptions, 'seed'>): Promise<NodesFigures> => {
  const { away, ...figures } = await nodesUnderFaults({ seed, ...options })
  console.log(`${what} (seed ${seed}): ${JSON.stringify(figures)}`)
  tellAway(away)
  if (figures.lost + figures.twice + figures.forked > 0) throw new Error('something acknowledged is not as it was told')
  return { away, ...figures }
}

if (isWanted('faults')) {
  const { stale } = await sound('several nodes', {
    ...none,
    kills: number('KILLS', 100),
    databaseKills: number('DATABASE_KILLS', 20),
    freezes: Math.ceil(freezes / 2),
    leavings: number('LEAVINGS', 10),
  })
  if (stale > 0) throw new Error('somebody did not find what had been acknowledged')
}
if (isWanted('failovers'))
  await sound('nodes whose database another one takes the place of', { ...none, failovers: number('FAILOVERS', 10) })
if (isWanted('roads'))
  await sound('nodes whose roads are lossy and parted', {
    ...none,
    kills: number('ROAD_KILLS', 5),
    partings: number('PARTINGS', 30),
  })
if (isWanted('clock'))
  await sound('nodes that do not notice freezes', { ...none, freezes: Math.ceil(freezes / 2), altered: 'clock' })
if (isWanted('control')) {
  const altered = 'clock,token'
  const found = await nodesUnderFaults({ ...none, seed, freezes: number('CONTROL_FREEZES', 5), altered }).then(
    ({ lost, forked, twice, stale }) => lost + forked + twice + stale,
    (error: unknown) => String(error),
  )
  console.log(`the same where no token is compared: ${found}`)
  if (found === 0) throw new Error('the control finds nothing: this proof proves nothing')
}
