// The power is cut at 50,000 moments and more under one project, at 10,000 under a server of many people (`STATES`); the disk is full or broken at every
// third call of the one (`EVERY`), once at every kind of call of the other, that writes, and that reads (`WHERE=project|server`, `CALLS=write|read`: some of
// these; `KIND=text`: kinds in whose names it is). `OF=project|server|faults`: one of them. Throws where something acknowledged is lost, or what was
// refused is done by half.
import { cutPower, cutServerPower, type FaultFigures, failDisk, hasCompiler } from '../powerCuts/powerCuts.ts'

const first = Number(process.env.SEED ?? 1)
const isWanted = (what: string) => (process.env.OF ?? what) === what

const cuts = [
  { of: 'project', cut: cutPower, rounds: 40, some: 3, states: 50_000 },
  { of: 'server', cut: cutServerPower, rounds: 1, some: 1, states: 10_000 },
] as const

function cutUntil({ of, cut, rounds, some, states }: (typeof cuts)[number]): void {
  const total = { seeds: 0, writes: 0, acknowledged: 0, states: 0, recovered: 0 }
  for (; total.states < Number(process.env.STATES ?? states); total.seeds += 1) {
    const figures = cut({ seed: first + total.seeds, rounds, some })
    for (const key of ['writes', 'acknowledged', 'states', 'recovered'] as const) total[key] += figures[key]
    console.log(`power cuts of a ${of} (seed ${first + total.seeds}): ${JSON.stringify(figures)}`)
  }
  if (total.recovered === 0) throw new Error('there was never a log to recover')
  console.log(`power cuts of a ${of} (seeds ${first}–${first + total.seeds - 1}): ${JSON.stringify(total)}`)
}

function fail(): void {
  for (const what of ['project', 'server'] as const)
    for (const reads of [false, true]) {
      if ((process.env.WHERE ?? what) !== what || (process.env.CALLS ?? kindOf(reads)) !== kindOf(reads)) continue
      const { rounds, every } = { project: { rounds: 12, every: 3 }, server: { rounds: 1, every: 0 } }[what]
      const lost: string[] = []
      const found = (loss: string) => {
        console.log(loss)
        lost.push(loss)
      }
      const faults = failDisk({
        of: what,
        reads,
        seed: first,
        rounds,
        every: Number(process.env.EVERY ?? every),
        kind: process.env.KIND ?? '',
        found,
        ran: (figures) => {
          if (figures.runs % 20 === 0) console.log(`so far ${told(figures)}`)
        },
      })
      if (faults.refused === 0) throw new Error('nothing was ever refused')
      console.log(
        `full and broken disks, calls of a ${what} that ${kindOf(reads)} (seed ${first}): ${lost.length} lost, ${told(faults)}`,
      )
      for (const kind of faults.missed) console.log(`not made this time: ${kind}`)
      if (lost.length > 0) throw new Error(lost[0])
    }
}

const told = (faults: FaultFigures) => JSON.stringify({ ...faults, missed: faults.missed.length })

const kindOf = (reads: boolean) => (reads ? 'read' : 'write')

if (!hasCompiler()) console.log('power cuts: SKIPPED, there is no C compiler (cc) to build the recorder with')
else {
  for (const each of cuts) if (isWanted(each.of)) cutUntil(each)
  if (isWanted('faults')) fail()
}
