// Several nodes on one PostgreSQL, killed, frozen and sent away while people write, and their database too: nothing acknowledged is lost, nothing is
// there twice, no history forks, and whoever asks another node finds all that anybody was told; also where nodes do not notice that they were frozen,
// but that these may tell what is old until they have heard of it; also where the roads between them and to their database lose what is on its way and are
// parted; and where nodes of an older release are replaced by today's one after the other, and these by some that keep projects in a later layout, which the
// older ones refuse by name. And the same finds something where no token is compared, and where the database that takes the place of one that was killed need
// not have what was written.
// KILLS, DATABASE_KILLS, FAILOVERS, UNHEARD, FREEZES, LEAVINGS, PARTINGS, ROAD_KILLS, RELEASE_KILLS, CONTROL_KILLS, CONTROL_DATABASE_KILLS, CONTROL_FREEZES,
// SEED;
// ONLY=faults|failovers|unheard|roads|clock|releases|control|failoverControl; OLD: a commit, usually the one before tables were changed last.
import {
  type Fault,
  type NodesFigures,
  type NodesOptions,
  nodesUnderFaults,
} from '../../server/testing/nodesUnderFaults.ts'
import { olderRelease } from '../../server/testing/olderRelease.ts'
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
  // The lease, and as long as after a kill.
  freezes: { s: 13, of: 1 },
}
const most = (all: readonly number[], part: number) =>
  all.toSorted((a, b) => a - b)[Math.ceil(all.length * part) - 1] ?? 0
const sharesOf = (all: readonly number[]) =>
  [0.5, 0.99, 1].map((part) => `${most(all, part).toFixed(1)} s (${100 * part} %)`).join(', ')

/** How long projects were away after faults of each kind: alone, and beside others. */
const tellAway = (away: readonly TimeAway<Fault>[]) => {
  for (const kind of new Set(away.map((each) => each.kind))) {
    for (const isAlone of [true, false]) {
      const own = away.filter((each) => each.kind === kind && (each.beside.length === 0) === isAlone)
      const lasted = own.map((each) => each.lasted)
      if (own.length === 0) continue
      const wanted = isAlone ? promised[kind] : undefined
      const isHeld = wanted && most(lasted, wanted.of) <= wanted.s
      const judged = wanted ? `; wanted: ${wanted.s} s for ${100 * wanted.of} %, ${isHeld ? 'held' : 'MISSED'}` : ''
      console.log(
        `  ${kind}, ${isAlone ? 'alone' : 'beside others'}, ${own.length} times: away for ${sharesOf(lasted)}${judged}`,
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
  const { away, starts, ...figures } = await nodesUnderFaults({ seed, ...options })
  console.log(`${what} (seed ${seed}): ${JSON.stringify(figures)}`)
  console.log(`  a node took ${sharesOf(starts)} to start`)
  tellAway(away)
  if (figures.lost + figures.twice + figures.forked > 0) throw new Error('something acknowledged is not as it was told')
  return { away, starts, ...figures }
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
/** ms for which the second database does not hear the first one any more before that is killed: then nobody is told that something is done. */
const unheard = 1000
if (isWanted('unheard'))
  await sound('the same, and the other one has heard nothing for a second', {
    ...none,
    failovers: number('UNHEARD', 3),
    pair: { unheard },
  })
if (isWanted('roads'))
  await sound('nodes whose roads are lossy and parted', {
    ...none,
    kills: number('ROAD_KILLS', 5),
    partings: number('PARTINGS', 30),
  })
if (isWanted('clock'))
  await sound('nodes that do not notice freezes', { ...none, freezes: Math.ceil(freezes / 2), altered: 'clock' })
if (isWanted('releases')) {
  const older = olderRelease(process.env.OLD)
  if (older === null)
    console.log('SKIPPED: releases beside each other, for want of the older one in this checkout’s git')
  else
    try {
      const mixed = { ...none, kills: number('RELEASE_KILLS', 9), leavings: 2, upgrades: 3, older: older.folder }
      const { refused } = await sound(`nodes of ${older.commit}, upgraded one by one`, mixed)
      if (refused > 0) throw new Error('an older release has refused what is of its own layout')
      const later = await sound(`the same to a later layout`, { ...mixed, altered: 'layout' })
      if (later.refused === 0)
        throw new Error('no older node was asked for what is of a later layout: take another seed')
    } finally {
      older.end()
    }
}
/** What must be found where something is taken out without which all of this cannot hold. */
const control = async (what: string, options: Omit<NodesOptions, 'seed'>): Promise<void> => {
  const found = await nodesUnderFaults({ seed, ...options }).then(
    ({ lost, forked, twice, stale }) => lost + forked + twice + stale,
    (error: unknown) => String(error),
  )
  console.log(`${what} (seed ${seed}): ${found}`)
  if (found === 0) throw new Error('the control finds nothing: this proof proves nothing')
}
if (isWanted('control'))
  await control('several nodes of which no token is compared', {
    ...none,
    kills: number('CONTROL_KILLS', 4),
    databaseKills: number('CONTROL_DATABASE_KILLS', 1),
    freezes: number('CONTROL_FREEZES', 5),
    altered: 'clock,token',
  })
if (isWanted('failoverControl'))
  await control('nodes whose second database has what is written only later', {
    ...none,
    failovers: 2,
    pair: { isSynchronous: false, unheard },
  })
