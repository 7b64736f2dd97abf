import { expect, it } from 'vitest'
import { openTimesAway } from './timesAway.ts'

/** Two projects, and a clock that goes as the test says, in s. */
function begun() {
  let clock = 1_000_000
  const times = openTimesAway<'kill' | 'freeze'>(['a', 'b'], () => clock)
  return {
    begin: times.begin,
    wait: (s: number) => {
      clock += 1000 * s
    },
    /** Asked so many s ago. */
    answered: (project: string, ago = 0) => times.answered(project, clock - 1000 * ago),
    told: () => times.all().map(({ kind, project, lasted, beside }) => `${kind} ${project} ${lasted} ${beside}`.trim()),
    all: times.all,
  }
}

it('lasts until something is answered that was asked after the fault', () => {
  const { begin, wait, answered, told } = begun()
  wait(3)
  begin('kill')()
  wait(1)
  answered('a', 2)
  wait(1)
  answered('a', 0.5)
  answered('b', 0.5)
  wait(1)
  answered('a')
  expect(told()).toEqual(['kill a 2', 'kill b 2'])
})

it('is alone where the one before was over and answered, be it a moment ago', () => {
  const { begin, wait, answered, told, all } = begun()
  const over = begin('freeze')
  wait(13)
  answered('a', 1)
  answered('b', 1)
  over()
  wait(0.5)
  begin('kill')()
  wait(1)
  answered('a', 0.1)
  answered('b', 0.1)
  expect(told()).toEqual(['freeze a 13', 'freeze b 13', 'kill a 1', 'kill b 1'])
  expect(all().map(({ at }) => at)).toEqual([0, 0, 13.5, 13.5])
})

it('is beside a fault from which its project was not back, for that project alone', () => {
  const { begin, wait, answered, told } = begun()
  begin('freeze')()
  wait(1)
  answered('a', 0.1)
  begin('kill')()
  wait(1)
  answered('a', 0.1)
  answered('b', 0.1)
  expect(told()).toEqual(['freeze a 1', 'kill a 1', 'freeze b 2 kill', 'kill b 1 freeze'])
})

it('is beside a fault that is not over, though its project is back from that', () => {
  const { begin, wait, answered, told } = begun()
  begin('freeze')
  wait(1)
  answered('a', 0.1)
  wait(1)
  begin('kill')()
  wait(1)
  answered('a', 0.1)
  expect(told().slice(0, 2)).toEqual(['freeze a 1', 'kill a 1 freeze'])
})

it('is beside another of its own kind too', () => {
  const { begin, wait, answered, told } = begun()
  begin('kill')()
  wait(1)
  begin('kill')()
  wait(1)
  answered('a', 0.1)
  expect(told().slice(0, 2)).toEqual(['kill a 2 kill', 'kill a 1 kill'])
})

it('is told where nothing was answered any more', () => {
  const { begin, wait, answered, all } = begun()
  begin('kill')()
  wait(1)
  answered('a', 0.5)
  wait(60)
  expect(all().map(({ project, lasted, isBack }) => [project, lasted, isBack])).toEqual([
    ['a', 1, true],
    ['b', 61, false],
  ])
})
